/** Calls of the service: methods of a client of the SDK, and requests by `fetch` and libraries. */

import { evaluate, type Run, type Use } from './evaluate.ts';
import { join } from './expressions.ts';
import { member } from './members.ts';
import { MENTION } from './mentions.ts';
import type { Module, Node } from './parse.ts';
import { memberName, moduleOf } from './syntax.ts';
import type { Value } from './value.ts';
import {
  choiceOf,
  constant,
  deciderOf,
  entryOf,
  HOLE,
  isAbsent,
  optionsOf,
  textOf,
  unknown,
  unknownOf,
} from './value.ts';

export interface Recognized {
  readonly does: Purpose;
  readonly via: 'sdk' | 'http';
  /** As written: `events.send`, or `POST /events`. */
  readonly callee: string;
  readonly request?: { readonly method: string; readonly path: string };
  readonly given: Value;
  readonly at: Node;
  /** The function or loop that decides what it is. */
  readonly decider?: Node | undefined;
  /** A request whose whole URL is a parameter: a caller may give one of the service. */
  readonly isGuess?: true;
}

export type Purpose =
  | ('send' | 'define' | 'create' | 'update' | 'template')
  /** Something that the SDK or the API may not have. */
  | 'other'
  /** It is of the service, and there is nothing to check. */
  | 'known'
  /** A request that is not known. */
  | 'mention';

const PURPOSES: ReadonlyMap<string, Purpose> = new Map([
  ['events.send', 'send'],
  ['POST /events/send', 'send'],
  ['events.create', 'define'],
  ['POST /events', 'define'],
  ['events.update', 'define'],
  ['automations.create', 'create'],
  ['POST /automations', 'create'],
  ['automations.update', 'update'],
  ['templates.create', 'template'],
  ['POST /templates', 'template'],
]);

/** Members and requests that may be about events or workflows, though nobody has them. */
const OTHERS = [
  /^event\.|^(?:events|automations)\.(?!(?:get|list|remove)$)|^contacts\.\w*[Ee]vents?\b/,
  /^POST \/(?:events?|automations?|contacts\/.*events?)\b(?!.*\/(?:stop|duplicate|runs)\b)/,
  // Nothing is sent without `method: 'POST'`.
  /^(?!POST)\w+ \/events\/send$/,
];

const purposeOf = (callee: string): Purpose =>
  PURPOSES.get(callee) ?? (OTHERS.some((each) => each.test(callee)) ? 'other' : 'known');

/** What a call does; undefined where it is not of the service. */
export function recognize(call: Node, use: Use): Recognized | undefined {
  const callee = evaluate(call.callee, use);
  // Tests often have another client.
  const client = optionsOf(callee).find(({ is }) => is === 'client');
  if (client?.is === 'client')
    return client.path.at(-1) === 'bind' ? undefined : ofSdk(client.path.join('.'), call, use);
  return recognizeRequest(call, callee, use) ?? ofUnknownClient(call, use);
}

function ofSdk(callee: string, call: Node, use: Use): Recognized {
  const does = purposeOf(callee);
  const [first, second] = call.arguments;
  const node = PURPOSES.has(callee) && callee.endsWith('.update') ? second : first;
  const body = node ? evaluate(node, use) : unknown();
  return {
    does: node === undefined && does !== 'other' ? 'known' : does,
    ...{ via: 'sdk', callee, at: call },
    given: first && callee === 'events.update' ? withName(body, first, use) : body,
  };
}

/** `events.update(name, { schema })` as the definition that it makes. */
function withName(body: Value, key: Node, use: Use): Value {
  const given = body.is === 'object' ? body.entries : [['schema', { key, value: body }] as const];
  const entries = new Map([...given, ['name', { key, value: evaluate(key, use) }]]);
  return { is: 'object', entries, isOpen: false };
}

/**
 * `client.events.send(…)` of a client that may be one of the service: it is named after it, or
 * imported from a file that is not there, or its file or the one that gives it names the service.
 */
function ofUnknownClient(call: Node, use: Use): Recognized | undefined {
  const holder = call.callee.object;
  const name = holder && `${memberName(holder)}.${memberName(call.callee)}`;
  if (!/^(?:events\.(?:send|create)|automations\.(?:create|update))$/.test(name ?? ''))
    return undefined;
  const client = holder.object;
  const value = evaluate(client, use);
  const isOfFile = value.is === 'foreign' && /^(?:\.|[@~#]\/)/.test(value.from);
  const isNamed = (client.name ?? memberName(client)) === 'resend';
  const module = moduleOf(call);
  const files = [module, originOf(client, module, use.run)];
  const isNear = isNamed || files.some((each) => MENTION.test(each?.input.text ?? ''));
  if (!isOfFile && !(value.is === 'unknown' && isNear)) return undefined;
  return { does: 'mention', via: 'sdk', callee: name, given: unknown(), at: call };
}

/** The file from which the first name of an expression is imported. */
function originOf({ start }: Node, module: Module, { modules }: Run): Module | undefined {
  const first = module.nodes.find((each) => each.type === 'Identifier' && each.start >= start);
  const def = first?.variable?.defs[0];
  return def?.type === 'ImportBinding' ? modules.imported(def.parent.source) : undefined;
}

const LIBRARIES = /^(?:axios|ky|got|ofetch|undici|node-fetch|superagent|global)$/;

/** `fetch(url, { method, body })`, `axios.post(url, body)` and `axios({ method, url, data })`. */
function requestOf(call: Node, callee: Value, use: Use) {
  const [first, second] = call.arguments;
  if (first === undefined) return undefined;
  const library = callee.is === 'foreign' && LIBRARIES.test(callee.from) ? callee.from : undefined;
  const given = evaluate(first, use);
  const path = library && entryOf(given, 'url');
  const url = path ? join(entryOf(given, 'baseURL') ?? constant(''), path) : given;
  const other = second ? evaluate(second, use) : constant(undefined);
  const options = path ? given : other;
  const body = bodyIn(options);
  const [verb] = /^(?:get|post|put|patch|delete)$/i.exec(memberName(call.callee) ?? '') ?? [];
  if (verb !== undefined && library !== undefined)
    return { url, method: constant(verb), body: library === 'axios' ? options : body };
  // Any function may be one that is like `fetch`.
  if (!library && !entryOf(options, 'method') && !entryOf(options, 'body')) return undefined;
  const method = member(options, 'method', use);
  return { url, method: isAbsent(method) ? constant('GET') : method, body };
}

function bodyIn(options: Value): Value {
  const bodies = ['json', 'data', 'body'].flatMap((name) => entryOf(options, name) ?? []);
  return bodies[0] ?? unknownOf([options]);
}

const BASE = /^https:\/\/api\.resend\.com(?=[/\0]|$)/i;

function recognizeRequest(call: Node, callee: Value, use: Use): Recognized | undefined {
  const request = requestOf(call, callee, use);
  if (request === undefined) return undefined;
  const { url, method, body } = request;
  const urls = optionsOf(url).map(writtenOf);
  const text = urls.find((each) => BASE.test(each ?? ''));
  // A request of a function that gets the URL is of the service if a caller says so.
  const isOpen = url.is === 'unknown' && urls[0] === undefined && url.decider;
  if (text === undefined && !isOpen) return undefined;
  const path = (text ?? '').replace(BASE, '').replace(/^\/+(?=\/)|\/?(?:[?#].*)?$/gs, '');
  const verb = textOf(method)?.toUpperCase();
  const does = text === undefined || verb === undefined ? 'mention' : purposeOfRequest(verb, path);
  const shown = path.replaceAll(HOLE, '…');
  return {
    ...{ does, via: 'http', callee: `${verb ?? 'a request to'} ${shown}`, at: call },
    given: jsonIn(body),
    ...(verb !== undefined && text !== undefined && { request: { method: verb, path: shown } }),
    decider: deciderOf([url, method]),
    ...(text === undefined && { isGuess: true }),
  };
}

const writtenOf = (url: Value): string | undefined =>
  textOf(url) ?? (url.is === 'unknown' ? url.text : undefined);

function purposeOfRequest(verb: string, path: string): Purpose {
  const callee = `${verb} ${path}`;
  if (path === HOLE || path === `/${HOLE}`) return 'mention';
  if (/^P(?:ATCH|UT) \/automations\/[^/]+$/.test(callee)) return 'update';
  const own = purposeOf(callee);
  if (!callee.endsWith(HOLE)) return own;
  // Which request it is depends on what is not known.
  const [start = ''] = callee.split(HOLE);
  const mayBe = own !== 'known' || [...PURPOSES.keys()].some((each) => each.startsWith(start));
  return mayBe ? 'mention' : own;
}

function jsonIn(body: Value): Value {
  const bodies = optionsOf(body).filter((each) => !isAbsent(each));
  return choiceOf(bodies.map((each) => (each.is === 'json' ? each.of : each)));
}
