import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from './cli/run.ts';

const SOURCE = `const sums = first([1, 2]);
function first(numbers) { return numbers.map((n) => n + second(n)); }
function second(n) { return n; }
function third(n) { return n; }
const methods = { add(n) { return n + 1; }, get one() { return 1; }, unused() {}, async later() {} };
class Adder { add(n) { return n + 1; } }
methods.later();
console.log(sums, [3].map((n) => methods.add(n)), methods.one, new Adder().add(4));
`;

test('the build encloses called functions in parentheses, and the module prints the same', async () => {
  const path = join(folderOf({ 'a.mjs': SOURCE }), 'a.mjs');
  const run = () => spawnSync(process.execPath, [path], { encoding: 'utf8' }).stdout;
  const printed = run();
  expect(printed).toBe('[ 2, 4 ] [ 4 ] 1 5\n');
  const { compileEagerly } = (await import('../eager.js' as string)) as {
    compileEagerly(module: string, words: readonly string[]): void;
  };
  compileEagerly(path, [path]);
  expect(run()).toBe(printed);
  expect(readFileSync(path, 'utf8')).toMatchInlineSnapshot(`
    "var first=(function (numbers) { return numbers.map(((n) => n + second(n))); });var second=(function (n) { return n; });const sums = first([1, 2]);
    ;
    ;
    function third(n) { return n; }
    const methods = { add:(function(n) { return n + 1; }), get one() { return 1; }, unused() {}, async later() {} };
    class Adder { add(n) { return n + 1; } }
    methods.later();
    console.log(sums, [3].map(((n) => methods.add(n))), methods.one, new Adder().add(4));
    "
  `);
});
