import type { Node } from '@babel/types';
import { createModules } from './modules.ts';
import { ignoredResultOf } from './results.ts';

/** Whether the result of the call at a place is ignored; `undefined` where no call is found. Lines and columns count from 1. */
export function isIgnoredAt(
  { path, text }: { readonly path: string; readonly text: string },
  line: number,
  column: number,
): boolean | undefined {
  const module = createModules({ paths: [path], read: () => text }).load(path);
  if (module === undefined) return undefined;
  const before = text.split('\n').slice(0, line - 1);
  const offset = before.reduce((sum, each) => sum + each.length + 1, column - 1);
  // Of `a().b()`, the callee of `a` is the shorter one.
  const calls = module.syntax.nodes.filter(
    (node) =>
      node.type === 'CallExpression' &&
      startOf(node.callee) <= offset &&
      offset < endOf(node.callee),
  );
  const [call] = calls.sort((a, b) => endOf(a) - startOf(a) - (endOf(b) - startOf(b)));
  return call?.type === 'CallExpression' ? ignoredResultOf(call, module) !== undefined : undefined;
}

// The parser sets them in all nodes.
const startOf = ({ start }: Node): number => start as number;
const endOf = ({ end }: Node): number => end as number;
