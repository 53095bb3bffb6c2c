/** The URL, method and body of calls that may be requests. */
import { member } from './members.ts';
import { join } from './operators.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { memberName } from './syntax.ts';
import { constant, entryOf, isAbsent, type Place, unknownOf, type Value } from './value.ts';

/** The parts of a request, before it is known whose it is. */
export interface Request {
  readonly url: Value;
  readonly method: Value | undefined;
  readonly body: Value | undefined;
}

const LIBRARIES = /^(?:axios|ky|got|ofetch|undici|node-fetch|superagent|global)$/;

/** `fetch(url, { method, body })`, `axios.post(url, body)` and `axios({ method, url, data })`. */
export function requestOf(call: Node, callee: Value, use: Use): Request | undefined {
  const [first, second] = call.arguments;
  if (first === undefined || first.type === 'SpreadElement') return undefined;
  const at = placeOf(call, use);
  const library = callee.is === 'foreign' && LIBRARIES.test(callee.from) ? callee.from : undefined;
  const given = evaluate(first, use);
  const path = library && entryOf(given, 'url');
  const url = path ? join(entryOf(given, 'baseURL') ?? constant('', at), path, at) : given;
  const options = path ? given : second && evaluate(second, use);
  const [verb] = /^(?:get|post|put|patch|delete)$/i.exec(memberName(call.callee) ?? '') ?? [];
  if (verb !== undefined && library !== undefined) {
    const body = library === 'axios' ? options : options && bodyIn(options, use, at);
    return { url, method: constant(verb, at), body };
  }
  // Any function may be one that is like `fetch`.
  if (!library && !entryOf(options, 'method') && !entryOf(options, 'body')) return undefined;
  const method = options && member(options, 'method', use, at);
  const body = options && bodyIn(options, use, at);
  return { url, method: isAbsent(method) ? undefined : method, body };
}

/** The body among the options of a request. */
function bodyIn(options: Value, use: Use, at: Place): Value | undefined {
  if (options.is !== 'object') return unknownOf([options], at);
  const name = ['json', 'data', 'body'].find((each) => options.entries.has(each));
  if (name !== undefined) return member(options, name, use, at);
  return options.isOpen ? unknownOf([options], at) : undefined;
}
