/** Files that are made to be slow, or that are not what they seem, end soon and say so. */
import { expect, test } from 'vitest';
import type { Document } from '../../src/core/model/workflow.ts';
import { decodeSources } from '../../src/features/code/index.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key);\n";
const SOON = 20_000;

function decode(text: string, name = 'code.ts'): readonly Document[] {
  const started = performance.now();
  const documents = decodeSources([{ name, text, isNamed: true }]);
  expect(performance.now() - started).toBeLessThan(SOON);
  return documents;
}

const openIn = (documents: readonly Document[]): readonly string[] =>
  documents.flatMap(({ unresolved = [] }) => unresolved.map(({ what }) => what));

test('a file of 1 MB', () => {
  const line = "console.log('a line of a program that does nothing of interest', { a: [1, 2] });\n";
  const text = `${CLIENT + line.repeat(12_500)}resend.events.send({ event: 'a' });`;
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(decode(text).flatMap(({ calls }) => calls.map(({ event }) => event))).toEqual(['a']);
});

test('nine files of 1 MB', () => {
  const text = `${CLIENT}use(resend.events.send({ event: 'a', email }));\n// ${'-'.repeat(1_000_000)}`;
  const inputs = Array.from({ length: 9 }, (_, i) => ({ name: `${i}.ts`, text, isNamed: false }));
  const documents = decodeSources(inputs);
  expect(documents.flatMap(({ calls }) => calls)).toHaveLength(8);
  expect(openIn(documents)).toEqual(['the file, after 8 MB of other files']);
});

test('80 loops over 1,000 items', () => {
  const list = `const list = [${Array.from({ length: 1_000 }, (_, i) => `'e${i}'`).join()}];\n`;
  const loop = 'list.forEach((event) => resend.events.send({ event }));\n';
  const documents = decode(CLIENT + list + loop.repeat(80));
  expect(documents[0]?.calls.length).toBeLessThan(3_000);
  expect(openIn(documents)).toContain('the event of events.send');
});

test('methods of methods, in 1,000 calls', () => {
  const methods = Array.from(
    { length: 2_000 },
    (_, i) => `m${i}(x) { return this.m${i + 1}(x) + this.z; }`,
  );
  const sends = "resend.events.send({ event: new A().m0('a') });\n".repeat(1_000);
  const documents = decode(`${CLIENT}class A { ${methods.join(' ')} }\n${sends}`);
  expect(openIn(documents)).toContain('the event of events.send');
});

test('values of values, in 1,000 calls', () => {
  const functions = Array.from(
    { length: 40 },
    (_, i) => `const f${i + 1} = (x) => f${i}(x) + f${i}(x);`,
  );
  const sends = "resend.events.send({ event: f40('a') });\n".repeat(1_000);
  const documents = decode(`${CLIENT}const f0 = (x) => x; ${functions.join(' ')}\n${sends}`);
  expect(openIn(documents)).toContain('all calls, which are too many');
});

test('chains of 100 calls, and calls in calls', () => {
  const chain = `program${".option('a', (x) => x)".repeat(100)};\n`;
  const nested = `${'a.b('.repeat(100)}1${')'.repeat(100)};\n`;
  const code = (chain + nested).repeat(10);
  const documents = decode(`${CLIENT + code}resend.events.send({ event: 'a' });`);
  expect(documents.flatMap(({ calls }) => calls.map(({ event }) => event))).toEqual(['a']);
  expect(openIn(documents)).toEqual([]);
});

test('4,000 functions that give on what they get', () => {
  const functions = Array.from({ length: 4_000 }, (_, i) => `const f${i} = (x) => f${i + 1}(x);`);
  const code = `${functions.join('\n')}\nresend.events.send({ event: f0('a') });`;
  expect(openIn(decode(CLIENT + code))).toEqual(['the event of events.send']);
});

test.each([
  ['brackets', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['calls', `${'f('.repeat(5_000)}${')'.repeat(5_000)}`],
  ['members', `a${'.b'.repeat(20_000)}`],
  ['sums', `'a'${" + 'a'".repeat(20_000)}`],
])('deeply nested %s', (_, deep) => {
  const documents = decode(`${CLIENT}resend.events.send({ event: ${deep} });`);
  expect(openIn(documents)).toHaveLength(1);
});

test.each([
  [
    'a function that calls itself',
    'const f = (n) => f(f(n)); resend.events.send({ event: f(1) });',
  ],
  ['variables that need each other', 'const a = b, b = a; resend.events.send({ event: a });'],
  [
    'wrappers that call each other',
    'const f = (e) => { g(e); resend.events.send({ event: e }); }; const g = (e) => f(e);',
  ],
  [
    'lists that double',
    `const l0 = [1, 2]; ${Array.from({ length: 30 }, (_, i) => `const l${i + 1} = [...l${i}, ...l${i}];`).join(' ')} resend.events.send({ event: l30[0] });`,
  ],
  [
    'choices that multiply',
    `const e = ${Array.from({ length: 30 }, () => "(x ? 'a' : 'b')").join(' + ')}; resend.events.send({ event: e });`,
  ],
])('%s', (_, code) => {
  expect(openIn(decode(CLIENT + code))).toContain('the event of events.send');
});

test('a type that names itself', () => {
  const code = 'type A = A | B; type B = A; const f = (event: A) => resend.events.send({ event });';
  expect(openIn(decode(CLIENT + code))).toEqual(['the event of events.send']);
});

test('modules that export each other', () => {
  const inputs = [
    { name: 'a.ts', text: "export * from './b';", isNamed: false },
    { name: 'b.ts', text: "export * from './a';", isNamed: false },
    {
      name: 'c.ts',
      text: `${CLIENT}import { event } from './a'; resend.events.send({ event });`,
      isNamed: false,
    },
  ];
  expect(openIn(decodeSources(inputs))).toEqual(['the event of events.send']);
});

test('names of an object that all objects have', () => {
  const code =
    'resend.events.send({ event: ({}).constructor, payload: { __proto__: x, toString: 1 } });';
  const [document] = decode(CLIENT + code);
  expect(document?.calls[0]?.event).toBeUndefined();
  expect([...(document?.calls[0]?.payload?.properties.keys() ?? [])]).toEqual(['toString']);
});

test('a file that cannot be parsed', () => {
  expect(openIn(decode(`${CLIENT}resend.events.send({ event: `))).toEqual([
    'the file, which cannot be parsed',
  ]);
});
