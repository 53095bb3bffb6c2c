/** Calls of the service: methods of a client of the SDK, and requests. */
import { member } from './members.ts';
import { MENTION } from './mentions.ts';
import { type Module, type Node, nameOfKey } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import {
  choiceOf,
  entryOf,
  HOLE,
  isAbsent,
  optionsOf,
  type Place,
  textOf,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';

/** A call, as far as it is known. */
export interface Recognized {
  /** `redefine`: an event gets another schema; `mention`: a request that is not known. */
  readonly does: 'send' | 'define' | 'redefine' | 'create' | 'update' | 'template' | Plain;
  readonly via: 'sdk' | 'http';
  /** As written: `events.send`, or `POST /events`. */
  readonly callee: string;
  readonly request?: { readonly method: string; readonly path: string };
  /** Its body. */
  readonly given: Value;
  /** The name or id of what is changed. */
  readonly target?: Value;
  readonly at: Place;
  /** The function or loop that decides what it is. */
  readonly waits?: Place;
  /** A request whose whole URL is a parameter: a caller may give one of the service. */
  readonly isGuess?: true;
}

/** `known`: it is of the service, and there is nothing to check. */
type Plain = 'other' | 'publish' | 'known' | 'mention';

const METHODS: ReadonlyMap<string, Recognized['does']> = new Map([
  ['events.send', 'send'],
  ['events.create', 'define'],
  ['events.update', 'redefine'],
  ['automations.create', 'create'],
  ['automations.update', 'update'],
  ['templates.create', 'template'],
  ['templates.publish', 'publish'],
]);

/** Members that may be about events or workflows, though the SDK does not have them. */
const OTHERS = /^(?:events|automations)\.(?!(?:get|list|remove)$)|^contacts\.\w*[Ee]vents?\b/;

/** What a call does; undefined where it is not of the service. */
export function recognize(call: Node, use: Use): Recognized | undefined {
  const callee = evaluate(call['callee'], use);
  const [client] = optionsOf(callee);
  if (client?.is === 'client') return ofSdk(client.path.join('.'), call, use);
  return ofRequest(call, callee, use) ?? ofUnknownClient(call, use);
}

/**
 * `client.events.send(…)` of a client that may be one of the service: it is imported from a file
 * that is not there, or its file names the service.
 */
function ofUnknownClient(call: Node, use: Use): Recognized | undefined {
  const { callee } = call as Node & { readonly callee: Node };
  const holder = callee.type === 'MemberExpression' ? (callee['object'] as Node) : callee;
  if (holder.type !== 'MemberExpression') return undefined;
  const name = [holder, callee].map(({ property }) => property?.name).join('.');
  if (!/^(?:events\.(?:send|create)|automations\.(?:create|update))$/.test(name)) return undefined;
  const value = evaluate(holder['object'], use);
  const isOfFile = value.is === 'foreign' && /^(?:\.|[@~#]\/)/.test(value.from);
  const mayBe = value.is === 'unknown' && !value.typed && MENTION.test(use.module.text);
  if (!isOfFile && !mayBe) return undefined;
  const at = placeOf(call, use);
  return { does: 'mention', via: 'sdk', callee: name, given: unknown(at), at };
}

function ofSdk(callee: string, call: Node, use: Use): Recognized | undefined {
  const at = placeOf(call, use);
  const given = (call['arguments'] as readonly Node[]).filter(
    ({ type }) => type !== 'SpreadElement',
  );
  const does = METHODS.get(callee) ?? (OTHERS.test(callee) ? 'other' : 'known');
  const hasTarget = does === 'redefine' || does === 'update' || does === 'publish';
  const body = given[hasTarget ? 1 : 0];
  const needsBody = does !== 'known' && does !== 'publish' && does !== 'other';
  if (needsBody && body === undefined)
    return { does: 'known', via: 'sdk', callee, given: unknown(at), at };
  const value = body === undefined ? unknown(at) : evaluate(body, use);
  const found = { does, via: 'sdk', callee, given: value, at } as const;
  return hasTarget && given[0] ? { ...found, target: evaluate(given[0], use) } : found;
}

const BASE = /^https:\/\/api\.resend\.com(?=[/\0]|$)/i;
const LIBRARIES =
  /^(?:axios|ky|got|ofetch|undici|node-fetch|superagent|https?|node:https?|global)$/;
const VERB = /(?:^|\.)(get|post|put|patch|delete)$/i;

/** The parts of a request, before it is known whose it is. */
interface Request {
  readonly url: Value;
  readonly method: Value | undefined;
  readonly body: Value | undefined;
}

function ofRequest(call: Node, callee: Value, use: Use): Recognized | undefined {
  const at = placeOf(call, use);
  const request = requestOf(call, callee, use);
  if (request === undefined) return undefined;
  const { url, method, body } = request;
  const text = textOf(url) ?? (url.is === 'unknown' ? url.text : undefined);
  const waits = waitsOf([url, method]);
  // A request of a function that gets the URL is of the service if a caller says so.
  const isOpen = text === undefined && url.is === 'unknown' && url.waits !== undefined;
  if (!isOpen && (text === undefined || !BASE.test(text))) return undefined;
  const path =
    text
      ?.replace(BASE, '')
      .replace(/[?#].*$/s, '')
      .replace(/\/$/, '') ?? '';
  const verb = method === undefined ? 'GET' : textOf(method)?.toUpperCase();
  const does = isOpen || verb === undefined ? 'mention' : purposeOf(verb, path);
  const shown = path.replaceAll(HOLE, '…');
  const given = body === undefined ? unknown(at) : bodyOf(body, at);
  return {
    ...{ does, via: 'http', callee: `${verb ?? 'a request to'} ${shown}`, given, at },
    ...(verb !== undefined && !isOpen && { request: { method: verb, path: shown } }),
    ...(does === 'mention' && waits !== undefined && { waits }),
    ...(does === 'mention' && isOpen && { isGuess: true }),
  };
}

function purposeOf(verb: string, path: string): Recognized['does'] {
  const isWorkflow = /^\/automations\/[^/]+$/.test(path);
  if (verb === 'POST') {
    if (path === '/events/send') return 'send';
    if (path === '/events') return 'define';
    if (path === '/automations') return 'create';
    if (path === '/templates') return 'template';
    // Which request it is depends on what is not known.
    if (path.endsWith(HOLE)) return 'mention';
    const isAbout = /^\/(?:events?|automations?|contacts\/.*events?)\b/.test(path);
    return isAbout && !/^\/automations\/[^/]+\/(?:stop|duplicate|runs)\b/.test(path)
      ? 'other'
      : 'known';
  }
  if (path === HOLE || path === `/${HOLE}`) return 'mention';
  return isWorkflow && (verb === 'PATCH' || verb === 'PUT') ? 'update' : 'known';
}

/** The URL, method and body of a call that may be a request. */
function requestOf(call: Node, callee: Value, use: Use): Request | undefined {
  const { callee: called, arguments: given } = call as Node & { readonly callee: Node };
  const [first, second] = given as readonly Node[];
  if (first === undefined || first.type === 'SpreadElement') return undefined;
  const at = placeOf(call, use);
  const name =
    called.type === 'MemberExpression' ? nameOfKey(called['property'], called['computed']) : '';
  const verb = VERB.exec(name ?? '')?.[1];
  const holder = called.type === 'MemberExpression' ? evaluate(called['object'], use) : callee;
  const base = holder.is === 'http' ? holder.base : undefined;
  const isLibrary = base !== undefined || isForeign(holder) || isForeign(callee);
  const value = evaluate(first, use);
  const options = second && second.type !== 'SpreadElement' ? evaluate(second, use) : undefined;
  if (value.is === 'object') {
    const isRequest = isLibrary || value.entries.has('url');
    return isRequest ? ofOptions(value, base, use, at) : undefined;
  }
  const url = base === undefined ? value : joined(base, value, at);
  if (verb !== undefined && isLibrary) {
    const isAxios = base !== undefined || (holder.is === 'foreign' && holder.from === 'axios');
    const body = isAxios ? options : options && bodyIn(options, use, at);
    return { url, method: { is: 'constant', value: verb, at }, body };
  }
  const isFetch = isLibrary || hasFields(options);
  if (!isFetch) return undefined;
  const method = options === undefined ? undefined : member(options, 'method', use, at);
  return {
    url,
    method: isAbsent(method) ? undefined : (method as Value),
    body: options && bodyIn(options, use, at),
  };
}

const isForeign = (value: Value): boolean => value.is === 'foreign' && LIBRARIES.test(value.from);

/** The options of a request: any function may be one that is like `fetch`. */
const hasFields = (options: Value | undefined): boolean =>
  options?.is === 'object' && (options.entries.has('method') || options.entries.has('body'));

/** `axios({ method, url, data })`, `new Request(…)`, `https.request({ hostname, path })` */
function ofOptions(
  value: Value,
  base: Value | undefined,
  use: Use,
  at: Place,
): Request | undefined {
  const host = entryOf(value, 'hostname') ?? entryOf(value, 'host');
  const root = entryOf(value, 'baseURL') ?? base;
  const path = entryOf(value, 'url') ?? entryOf(value, 'path');
  if (path === undefined) return undefined;
  const ofHost: Value | undefined = host && {
    ...{ is: 'constant', at },
    value: `https://${textOf(host) ?? ''}`,
  };
  const before = root ?? ofHost;
  const method = member(value, 'method', use, at);
  return {
    url: before === undefined ? path : joined(before, path, at),
    method: isAbsent(method) ? undefined : method,
    body: bodyIn(value, use, at),
  };
}

function joined(base: Value, path: Value, at: Place): Value {
  const [root, text] = [
    textOf(base),
    textOf(path) ?? (path.is === 'unknown' ? path.text : undefined),
  ];
  const waits = waitsOf([base, path]);
  if (root === undefined) return unknown(at, { waits });
  if (text !== undefined && /^https?:/.test(text)) return path;
  const whole = `${root.replace(/\/$/, '')}/${(text ?? HOLE).replace(/^\//, '')}`;
  return whole.includes(HOLE)
    ? unknown(at, { type: 'string', text: whole, waits })
    : { is: 'constant', value: whole, at };
}

/** The body among the options of a request. */
function bodyIn(options: Value, use: Use, at: Place): Value | undefined {
  for (const name of ['json', 'data', 'body'])
    if (options.is === 'object' && options.entries.has(name)) return member(options, name, use, at);
  return options.is === 'object' && !options.isOpen
    ? undefined
    : unknown(at, { waits: waitsOf([options]) });
}

/** What a JSON text is of. */
function bodyOf(body: Value, at: Place): Value {
  const bodies = optionsOf(body).filter((each) => !isAbsent(each));
  return choiceOf(
    bodies.map((each) => (each.is === 'json' ? each.of : each)),
    at,
  );
}

/** Whether a file may have calls of the service. */
export const mayCall = ({ text }: Module['input'] & { readonly text?: string }): boolean =>
  MENTION.test(text ?? '') ||
  /\b(?:events|automations)\s*(?:\?\.|\.)\s*(?:send|create|update)\b/.test(text ?? '');
