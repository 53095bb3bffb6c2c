import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect as expectItself } from 'vitest-itself';

// Takes the place of Vitest in a bundle of unit tests: collects them, for runner.js.

export const tests = [];

let scope = { file: '', title: '', before: [], each: [] };
let current;

/** At the beginning of each file of tests. */
export function inFile(file) {
  scope = { file, title: file.slice(file.indexOf('/test/') + 1), before: [], each: [] };
}

export function test(name, ...rest) {
  const own = scope;
  const body = rest.find((each) => typeof each === 'function');
  const run = async () => {
    current = own;
    for (const prepare of own.before.splice(0)) await prepare();
    for (const prepare of own.each) await prepare();
    await body();
  };
  tests.push({ id: `${own.title} > ${name} #${tests.length}`, run });
}

export function describe(name, ...rest) {
  const outer = scope;
  scope = { ...outer, title: `${outer.title} > ${name}`, each: [...outer.each] };
  rest.find((each) => typeof each === 'function')();
  scope = outer;
}

/** The values of the first run, which has no change, by their snapshots. */
const inline = new Map();

/** Vitest has snapshots in its own processes only. */
export const expect = Object.assign((value, message) => {
  const assertion = expectItself(value, message);
  return Object.defineProperties(assertion, {
    toMatchFileSnapshot: {
      value: (path) => {
        const file = fileURLToPath(new URL(path, pathToFileURL(current.file)));
        expectItself(value).toBe(readFileSync(file, 'utf8'));
      },
    },
    toMatchInlineSnapshot: {
      value: (snapshot) => {
        if (!inline.has(snapshot)) inline.set(snapshot, value);
        expectItself(value).toEqual(inline.get(snapshot));
      },
    },
  });
}, expectItself);

for (const define of [test, describe]) {
  define.each = (cases) => (name, body) => {
    for (const each of cases) {
      const values = Array.isArray(each) ? each : [each];
      define(format(name, ...values), () => body(...values));
    }
  };
  // Tests that run a program, where it is installed.
  define.skipIf = () => Object.assign(() => {}, { each: () => () => {} });
}

export const beforeAll = (prepare) => scope.before.push(prepare);
export const beforeEach = (prepare) => scope.each.push(prepare);
export const afterAll = () => {};
export const afterEach = () => {};
