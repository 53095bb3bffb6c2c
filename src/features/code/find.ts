/** All calls of the service in the given files, and requests that are not recognized. */
import type { Input } from '../../core/model/workflow.ts';
import { evaluateAlone, type Run, startRun } from './evaluate.ts';
import { mayCall } from './mentions.ts';
import { createModules } from './modules.ts';
import type { Node } from './parse.ts';
import { read } from './resolve.ts';
import { closest, isFunction, moduleOf, nameOfKey } from './syntax.ts';
import { byDefault, textOf } from './value.ts';
import { callsOf } from './wrappers.ts';

export type Found = ReturnType<typeof findCalls>;

export function findCalls(inputs: readonly Input[]) {
  const run = startRun(createModules(inputs), read);
  const callers = inputs.filter(({ text = '' }) => mayCall(text));
  /** Files that may have calls; undefined where one cannot be parsed. */
  const files = new Map(callers.map((input) => [input, run.modules.load(input)]));
  const calls = [...files.values()].flatMap((module) =>
    (module?.nodes ?? []).flatMap((node) =>
      /^(?:Call|New)Expression$/.test(node.type) ? callsOf(node, run) : [],
    ),
  );
  return { calls, files, run };
}

const HOST = /^(?:https:\/\/)?api\.resend\.com\/?$/i;
const PATH = /^(?:https:\/\/api\.resend\.com\/(?:events|automations)|\/events\/send)\b\S*$/i;

/** One endpoint of the service for each file; beside calls, one that another call gets. */
export function unreadIn({ calls, files, run }: Found): readonly Node[] {
  const known = new Set(
    calls.flatMap(({ at, frames }) => [at, ...frames.flatMap(({ caller = [] }) => caller)]),
  );
  const withCalls = new Set([...known].map(moduleOf));
  const hasRequest = calls.some(({ via }) => via === 'http');
  return [...files.values()].flatMap((module) => {
    const found = module?.nodes.find((node) => {
      if (isBase(node, run)) return !known.has(closest(node, isCall) ?? node);
      const text = textIn(node);
      if (withCalls.has(module)) return PATH.test(text) && isUnread(node, known);
      return PATH.test(text) || (HOST.test(text) && !hasRequest);
    });
    return found ?? [];
  });
}

const isCall = ({ type }: Node): boolean => type === 'CallExpression';

/** Whether it is what a call gets, which is no route with its handler. */
function isUnread({ parent }: Node, known: ReadonlySet<Node>): boolean {
  const given = parent?.type === 'TemplateLiteral' ? parent.parent : parent;
  const call = given?.type === 'NewExpression' && !known.has(given) ? given.parent : given;
  if (!call || !isCall(call) || known.has(call)) return false;
  return call.callee.object?.name !== 'console' && !call.arguments.some(isFunction);
}

/** `axios.create({ baseURL })` and `https.request({ hostname })` are not followed. */
const isBase = ({ type, key, value }: Node, run: Run): boolean =>
  type === 'Property' &&
  /^(?:baseURL|prefixUrl|host|hostname)$/.test(nameOfKey(key, false) ?? '') &&
  HOST.test(textOf(byDefault(evaluateAlone(value, run))) ?? '');

const textIn = ({ value }: Node): string => String(value?.raw ?? value);
