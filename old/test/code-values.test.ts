/** What is known of the value of an expression in code: an unknown value is left open, never guessed. */
import { expect, test } from 'vitest';
import { startEvaluation } from '../src/features/code/evaluate.ts';
import { createModules } from '../src/features/code/modules.ts';
import { memberOf } from '../src/features/code/named.ts';
import { siteOf } from '../src/features/code/values.ts';
import { rowsIn, textOf } from './code-tables.ts';

const PATH = '/code.ts';

/** The value of `it` in a file, as text. */
function read(text: string, others: Readonly<Record<string, string>>): string {
  const files: Readonly<Record<string, string>> = { [PATH]: text, ...others };
  const modules = createModules({
    paths: Object.keys(files),
    read: (path) => files[path] as string,
  });
  const module = modules.load(PATH);
  if (module === undefined) throw new Error([...modules.failures.values()].join());
  const site = siteOf(module.syntax.program, module);
  const use = { site, module, evaluation: startEvaluation(modules), depth: 0 };
  return textOf(memberOf({ kind: 'module', module, site }, 'it', use));
}

const OTHERS = {
  '/other.ts': `export const one = 1;
export default { two: 2 };
export function three() { return 3; }
export type Kind = 'a' | 'b';
export * from './more';
export { five as six } from './more';`,
  '/more.ts': 'export const four = 4; const five = 5; export { five };',
};

// `code → value`. Of statements, the value of what they assign to `it`. Names that nothing declares are unknown.
const rows = rowsIn(new URL('code-values.txt', import.meta.url));

test.each(rows)('%s → %s', (code, expected) => {
  const text = code.includes('it = ') ? code : `it = (${code});`;
  expect(read(text.replace('it = ', 'export const it = '), OTHERS)).toBe(expected);
});
