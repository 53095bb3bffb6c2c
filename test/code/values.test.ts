/** What is known of the value of an expression: an unknown value is left open, never guessed. */
import { expect, test } from 'vitest';
import { startRun } from '../../src/features/code/evaluate.ts';
import { exportedValue } from '../../src/features/code/members.ts';
import { createModules } from '../../src/features/code/modules.ts';
import { read as readValue } from '../../src/features/code/resolve.ts';
import { rowsIn, textOf } from './tables.ts';

const OTHERS = {
  'other.ts': `export const one = 1;
export default { two: 2 };
export function three() { return 3; }
export type Kind = 'a' | 'b';
export { Kind as Sort };
export const Both = { b: 1 };
export type Both = 'b';
export * from './more';
export { five as six } from './more';`,
  'more.ts': 'export const four = 4; const five = 5; export { five };',
};

/** The value of `it` in a file, as text. */
function read(code: string): string {
  const files = { 'code.ts': code, ...OTHERS };
  const inputs = Object.entries(files).map(([name, text]) => ({ name, text, isNamed: true }));
  const modules = createModules(inputs);
  const module = modules.load(inputs[0] as (typeof inputs)[number]);
  if (module === undefined) return 'cannot be parsed';
  const use = { env: new Map(), run: startRun(modules, readValue) };
  return textOf(exportedValue(module, 'it', use));
}

// `code → value`. Of statements, what they give to `it`. Names that nothing declares are unknown.
test.each(rowsIn(new URL('values.txt', import.meta.url)))('%s → %s', (code, expected) => {
  const text = code.includes('it = ') ? code : `it = (${code});`;
  expect(read(text.replace('it = ', 'export const it = '))).toBe(expected);
});
