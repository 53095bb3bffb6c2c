/** All calls of the service in the given files, and requests that are not recognized. */
import type { Input } from '../../core/model/workflow.ts';
import { mayCall } from './mentions.ts';
import { createModules } from './modules.ts';
import type { Node } from './parse.ts';
import { read } from './resolve.ts';
import { isFunction, moduleOf, nameOfKey } from './syntax.ts';
import { startRun } from './use.ts';
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
export function unreadIn({ calls, files }: Found): readonly Node[] {
  const known = new Set(
    calls.flatMap(({ at, frames }) => [at, ...frames.flatMap(({ caller = [] }) => caller)]),
  );
  const withCalls = new Set([...known].map(moduleOf));
  const hasRequest = calls.some(({ via }) => via === 'http');
  return [...files.values()].flatMap((module) => {
    const found = module?.nodes.find((node) => {
      const text = textIn(node);
      if (withCalls.has(module)) return PATH.test(text) && isUnread(node, known);
      return PATH.test(text) || (HOST.test(text) && (!hasRequest || isOption(node)));
    });
    return found ?? [];
  });
}

/** Whether it is all that a call gets, which is no route with its handler. */
function isUnread({ parent }: Node, known: ReadonlySet<Node>): boolean {
  const given = parent?.type === 'TemplateLiteral' ? parent.parent : parent;
  const call = given?.type === 'NewExpression' ? given.parent : given;
  return call?.type === 'CallExpression' && !known.has(call) && !call.arguments.some(isFunction);
}

/** `axios.create({ baseURL })` and `https.request({ hostname })` are not followed. */
const isOption = ({ parent }: Node): boolean =>
  /^(?:baseURL|prefixUrl|host|hostname)$/.test(nameOfKey(parent?.key, false) ?? '');

const textIn = ({ value }: Node): string => String(value?.raw ?? value);
