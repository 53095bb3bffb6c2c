/** The URL, method and body of calls that may be requests. */
import { member } from './members.ts';
import { join, textValue } from './operators.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { memberName } from './syntax.ts';
import {
  choiceOf,
  constant,
  entryOf,
  isAbsent,
  optionsOf,
  type Place,
  textOf,
  unknown,
  unknownOf,
  type Value,
} from './value.ts';

/** The parts of a request, before it is known whose it is. */
export interface Request {
  readonly url: Value;
  readonly method: Value | undefined;
  readonly body: Value | undefined;
}

const LIBRARIES =
  /^(?:axios|ky|got|ofetch|undici|node-fetch|superagent|https?|node:https?|global)$/;

export function requestOf(call: Node, callee: Value, use: Use): Request | undefined {
  const [first, second] = call.arguments;
  if (first === undefined || first.type === 'SpreadElement') return undefined;
  const at = placeOf(call, use);
  const isMember = call.callee.type === 'MemberExpression';
  const holder = isMember ? evaluate(call.callee.object, use) : callee;
  const base = holder.is === 'http' ? holder.base : undefined;
  const isLibrary = base !== undefined || isOfLibrary(holder) || isOfLibrary(callee);
  const value = evaluate(first, use);
  if (value.is === 'object') return isLibrary ? ofOptions(value, base, use, at) : undefined;
  const options = second === undefined ? undefined : evaluate(second, use);
  const url = base === undefined ? value : resolved(base, value, at);
  const [, verb] = /^(get|post|put|patch|delete)$/i.exec(memberName(call.callee) ?? '') ?? [];
  if (verb !== undefined && isLibrary) {
    const isAxios = base !== undefined || (holder.is === 'foreign' && holder.from === 'axios');
    const body = isAxios ? options : options && bodyIn(options, use, at);
    return { url, method: constant(verb, at), body };
  }
  // Any function may be one that is like `fetch`.
  if (!isLibrary && !entryOf(options, 'method') && !entryOf(options, 'body')) return undefined;
  return { url, ...partsOf(options, use, at) };
}

const isOfLibrary = (value: Value): boolean => value.is === 'foreign' && LIBRARIES.test(value.from);

function partsOf(options: Value | undefined, use: Use, at: Place): Omit<Request, 'url'> {
  const method = options && member(options, 'method', use, at);
  return {
    method: isAbsent(method) ? undefined : method,
    body: options && bodyIn(options, use, at),
  };
}

/** `axios({ method, url, data })`, `https.request({ hostname, path })` */
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
  const before = root ?? (host && join(constant('https://', at), host, at));
  const url = before === undefined ? path : resolved(before, path, at);
  return { url, ...partsOf(value, use, at) };
}

/** A path below a base URL; another URL takes its place. */
function resolved(base: Value, path: Value, at: Place): Value {
  if (/^https?:/.test(textOf(path) ?? '')) return path;
  const roots = optionsOf(base).map((each) => {
    const root = textOf(each)?.replace(/\/$/, '');
    return root === undefined ? each : textValue(root, each.waits, at);
  });
  const text = textOf(path);
  const below = text?.startsWith('/') === false ? constant(`/${text}`, at) : path;
  return join(choiceOf(roots, at), below, at);
}

/** The body among the options of a request. */
function bodyIn(options: Value, use: Use, at: Place): Value | undefined {
  if (options.is !== 'object') return unknownOf([options], at);
  const name = ['json', 'data', 'body'].find((each) => options.entries.has(each));
  if (name !== undefined) return member(options, name, use, at);
  return options.isOpen ? unknown(at, { waits: options.waits }) : undefined;
}
