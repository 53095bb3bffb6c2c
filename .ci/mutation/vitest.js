import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect as expectItself } from 'vitest-itself';

// Takes the place of Vitest in a bundle of unit tests: collects them, for runner.js.

export const tests = [];

const common = newScope('', '');
let scope = common;
let current;
let finishing = [];

function newScope(file, title) {
  return { file, title, before: [], after: [] };
}

/** At the beginning of each file: hooks of a file without tests are those of all tests. */
export function inFile(file) {
  const title = file.slice(file.indexOf('/test/') + 1);
  scope = file.endsWith('.test.ts') ? newScope(file, title) : common;
}

export function test(name, ...rest) {
  const own = scope;
  const body = rest.find((each) => typeof each === 'function');
  const run = async () => {
    current = own;
    finishing = [];
    try {
      for (const prepare of own.before) await prepare();
      await body();
    } finally {
      for (const finish of [...finishing, ...own.after, ...common.after]) await finish();
    }
  };
  tests.push({ id: `${own.title} > ${name} #${tests.length}`, run });
}

export function describe(name, ...rest) {
  const outer = scope;
  scope = {
    ...newScope(outer.file, `${outer.title} > ${name}`),
    before: [...outer.before],
    after: [...outer.after],
  };
  rest.find((each) => typeof each === 'function')();
  scope = outer;
}

/** The values of the first run, which has no change, by their snapshots. */
const inline = new Map();

/** Vitest has snapshots and polls in its own processes only. */
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
expect.poll = (read) =>
  new Proxy(
    {},
    {
      get:
        (_, matcher) =>
        (...values) =>
          poll(read, matcher, values),
    },
  );

async function poll(read, matcher, values, left = 200) {
  try {
    expectItself(await read())[matcher](...values);
  } catch (error) {
    if (left === 0) throw error;
    await sleep(20);
    await poll(read, matcher, values, left - 1);
  }
}

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

/** Each test prepares all it needs: what was prepared during a change would last. */
export const beforeEach = (prepare) => scope.before.push(prepare);
export const afterEach = (finish) => scope.after.push(finish);
export function beforeAll(prepare) {
  scope.before.push(prepare);
  scope.prepares = true;
}
export const onTestFinished = (finish) => finishing.push(finish);
/** What a file makes when it is loaded is for all its tests. */
export function afterAll(finish) {
  const own = scope;
  scope.after.push(() => own.prepares && finish());
}
