/** Calls of the service: methods of a client of the SDK, and requests. */
import { MENTION } from './mentions.ts';
import type { Node } from './parse.ts';
import { type Request, requestOf } from './requests.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { memberName } from './syntax.ts';
import {
  choiceOf,
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
  readonly does: Purpose;
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
  readonly waits?: Place | undefined;
  /** A request whose whole URL is a parameter: a caller may give one of the service. */
  readonly isGuess?: true;
}

type Purpose =
  | ('send' | 'define' | 'create' | 'update' | 'template')
  /** An event gets another schema. */
  | 'redefine'
  /** Something that the SDK or the API may not have. */
  | 'other'
  /** It is of the service, and there is nothing to check. */
  | 'known'
  /** A request that is not known. */
  | 'mention';

const METHODS: ReadonlyMap<string, Purpose> = new Map([
  ['events.send', 'send'],
  ['events.create', 'define'],
  ['events.update', 'redefine'],
  ['automations.create', 'create'],
  ['automations.update', 'update'],
  ['templates.create', 'template'],
]);

/** Members that may be about events or workflows, though the SDK does not have them. */
const OTHERS = /^(?:events|automations)\.(?!(?:get|list|remove)$)|^contacts\.\w*[Ee]vents?\b/;
const WITH_TARGET = /^(?:redefine|update)$/;

/** What a call does; undefined where it is not of the service. */
export function recognize(call: Node, use: Use): Recognized | undefined {
  const callee = evaluate(call.callee, use);
  // Tests often have another client.
  const client = optionsOf(callee).find(({ is }) => is === 'client');
  if (client?.is === 'client') return ofSdk(client.path.join('.'), call, use);
  const request = requestOf(call, callee, use);
  return (request && ofRequest(request, call, use)) ?? ofUnknownClient(call, use);
}

/**
 * `client.events.send(…)` of a client that may be one of the service: it is imported from a file
 * that is not there, or its file names the service.
 */
function ofUnknownClient(call: Node, use: Use): Recognized | undefined {
  const holder = call.callee.object;
  const name = holder && `${memberName(holder)}.${memberName(call.callee)}`;
  if (!/^(?:events\.(?:send|create)|automations\.(?:create|update))$/.test(name ?? ''))
    return undefined;
  const value = evaluate(holder.object, use);
  const isOfFile = value.is === 'foreign' && /^(?:\.|[@~#]\/)/.test(value.from);
  const mayBe = value.is === 'unknown' && MENTION.test(use.module.text);
  if (!isOfFile && !mayBe) return undefined;
  const at = placeOf(call, use);
  return { does: 'mention', via: 'sdk', callee: name, given: unknown(at), at };
}

function ofSdk(callee: string, call: Node, use: Use): Recognized {
  const at = placeOf(call, use);
  const does = METHODS.get(callee) ?? (OTHERS.test(callee) ? 'other' : 'known');
  const given = call.arguments.filter(({ type }) => type !== 'SpreadElement');
  const [target, body] = WITH_TARGET.test(does) ? given : [undefined, given[0]];
  const found = {
    via: 'sdk',
    callee,
    given: body ? evaluate(body, use) : unknown(at),
    at,
  } as const;
  if (body === undefined && does !== 'other') return { ...found, does: 'known' };
  return { ...found, does, ...(target && { target: evaluate(target, use) }) };
}

const BASE = /^https:\/\/api\.resend\.com(?=[/\0]|$)/i;

function ofRequest(request: Request, call: Node, use: Use): Recognized | undefined {
  const at = placeOf(call, use);
  const { method, body } = request;
  const urls = optionsOf(request.url).map(writtenOf);
  const text = urls.find((each) => BASE.test(each ?? ''));
  // A request of a function that gets the URL is of the service if a caller says so.
  const isOpen = request.url.is === 'unknown' && urls[0] === undefined && request.url.waits;
  if (text === undefined && !isOpen) return undefined;
  const path = (text ?? '')
    .replace(BASE, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  const verb = method === undefined ? 'GET' : textOf(method)?.toUpperCase();
  const does = text === undefined || verb === undefined ? 'mention' : purposeOf(verb, path);
  const shown = path.replaceAll(HOLE, '…');
  return {
    ...{ does, via: 'http', callee: `${verb ?? 'a request to'} ${shown}`, at },
    given: body === undefined ? unknown(at) : jsonIn(body, at),
    ...(verb !== undefined && text !== undefined && { request: { method: verb, path: shown } }),
    ...(does === 'mention' && { waits: waitsOf([request.url, method]) }),
    ...(text === undefined && { isGuess: true }),
  };
}

const writtenOf = (url: Value): string | undefined =>
  textOf(url) ?? (url.is === 'unknown' ? url.text : undefined);

const POSTS: ReadonlyMap<string, Purpose> = new Map([
  ['/events/send', 'send'],
  ['/events', 'define'],
  ['/automations', 'create'],
  ['/templates', 'template'],
]);

function purposeOf(verb: string, path: string): Purpose {
  if (path === HOLE || path === `/${HOLE}`) return 'mention';
  if (verb !== 'POST')
    return /^P(?:ATCH|UT)$/.test(verb) && /^\/automations\/[^/]+$/.test(path) ? 'update' : 'known';
  const purpose = POSTS.get(path);
  if (purpose !== undefined) return purpose;
  // Which request it is depends on what is not known.
  if (path.endsWith(HOLE)) return 'mention';
  const isAbout = /^\/(?:events?|automations?|contacts\/.*events?)\b/.test(path);
  const hasMore = /^\/automations\/[^/]+\/(?:stop|duplicate|runs)\b/.test(path);
  return isAbout && !hasMore ? 'other' : 'known';
}

/** What a JSON text is of. */
function jsonIn(body: Value, at: Place): Value {
  const bodies = optionsOf(body).filter((each) => !isAbsent(each));
  return choiceOf(
    bodies.map((each) => (each.is === 'json' ? each.of : each)),
    at,
  );
}
