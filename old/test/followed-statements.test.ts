/**
 * Random programs that build a value: what `code` reads without running them is what they send when they run. A value that it
 * cannot know is left open, never wrong.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createModules } from '../src/features/code/modules.ts';
import { findCalls } from '../src/features/code/scan.ts';
import type { Value } from '../src/features/code/values.ts';

const text = fc.constantFrom(
  "'a'",
  "'b'",
  'last',
  `\`k\${n}\``,
  'name',
  `\`\${name}_\${n}\``,
  'LIST[1]',
);
const item = fc.oneof(
  text,
  text.map((key) => `{ key: ${key}, n, last }`),
  fc.constantFrom('state.items', '{ ...state }', 'steps.length', 'tag(last)'),
  text.map((each) => `kind(${each})`),
  text.map((each) => `pick(${each})`),
);
const condition = fc.constantFrom(
  'n < 3',
  'n === 1',
  "last === 'a'",
  'steps.length > 2',
  'state.name',
  'MAYBE',
  '!MAYBE',
  "name !== 'x'",
);

const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => {
  const inner = tie('block');
  return {
    block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      item.map((each) => `steps.push(${each});`),
      item.map((each) => `steps.unshift(${each});`),
      item.map((each) => `state.items.push(${each});`),
      item.map((each) => `steps = [...steps, ${each}];`),
      item.map((each) => `steps = steps.concat([${each}], [n]);`),
      fc.constantFrom('steps = steps.slice(1);', 'steps = steps.slice(0, -1);'),
      fc.constantFrom(
        'steps = steps.map(kind);',
        'steps = steps.filter(Boolean);',
        "steps = steps.filter((each, i) => each !== 'a' && i < 3);",
        'steps = steps.flatMap((each, i) => { if (i === n) return [each, i]; return []; });',
        'steps = steps.map((each, i) => { if (i > 1) n++; return [each, n]; });',
        'steps = steps.reduce((all, each) => [...all, each], [last]);',
        'steps = steps.reduce((all, each, i) => { if (i === n) return all; all.push(each); return all; }, []);',
        'state = structuredClone(state);',
        'steps = [...new Set(steps)];',
        'for (const each of new Set([last, name, n])) steps.push(each);',
        'for (const [each] of new Set([last, n]).entries()) steps.push(each);',
        "{ const table = new Map([['a', n], [last, 'L'], ['b', name]]); steps.push(table.get(last), ...table.keys()); }",
        "{ const table = new Map([[n, last], [1, 'one']]); for (const [key, each] of table) steps.push({ key, each }); }",
        '{ const one = steps.find((each) => each.key); if (one) one.key = last; }',
        "{ const one = steps.find((each) => typeof each === 'object'); if (one) one.late = n; }",
        "{ const one = state.items.at(-1); if (one && one.key) one.n = 'N'; }",
        "{ const some = steps.filter((each) => each !== MAYBE); if (some[0]?.key) some[0].key = 'S'; }",
        "if (last in state) last = 'in'; if (last.startsWith('k')) n++;",
      ),
      item.map((each) => `add(${each});`),
      item.map((each) => `last = added(${each}, MAYBE);`),
      item.map((each) => `fill(steps, ${each}); fill(state.items, n);`),
      text.map((each) => `last = ${each};`),
      text.map((each) => `state.name = ${each};`),
      text.map((each) => `state[${each}] = n;`),
      fc.constantFrom("last += 'a';", 'last += n;'),
      fc.tuple(condition, text, text).map(([c, a, b]) => `last = ${c} ? ${a} : ${b};`),
      fc.tuple(condition, item).map(([c, a]) => `${c} && steps.push(${a});`),
      fc.constantFrom(
        'n++;',
        'n += 2;',
        'n = 0;',
        'n = steps.length;',
        'steps.pop();',
        'steps.shift();',
      ),
      fc.constantFrom(
        'steps.reverse();',
        'steps.splice(0, 1);',
        'delete state.name;',
        'steps = [];',
      ),
      fc.constantFrom(
        'state = { ...state, n };',
        'Object.assign(state, { n, last });',
        'state = { items: steps };',
      ),
      fc.tuple(condition, inner).map(([c, s]) => `if (${c}) { ${s} }`),
      fc.tuple(condition, inner, inner).map(([c, s, t]) => `if (${c}) { ${s} } else { ${t} }`),
      inner.map((s) => `for (const name of LIST) { ${s} }`),
      inner.map((s) => `for (let i = 0; i < 3; i++) { ${s} }`),
      inner.map((s) => `LIST.forEach((name, i) => { ${s} });`),
      inner.map((s) => `for (let i = 0; n < 3 && i < 4; i++) { n++; ${s} }`),
      fc
        .tuple(condition, inner)
        .map(([c, s]) => `for (const name of LIST) { if (${c}) continue; ${s} }`),
      fc
        .tuple(condition, inner)
        .map(([c, s]) => `for (const name of LIST) { ${s} if (${c}) break; }`),
      fc
        .tuple(inner, inner)
        .map(([s, t]) => `switch (last) { case 'a': ${s} break; case 'b': ${t} default: n++; }`),
      inner.map((s) => `try { ${s} } catch {}`),
      inner.map((s) => `{ const alias = steps; alias.push(n); ${s} }`),
      inner.map((s) => `{ const copy = { steps, last }; ${s} send(copy); }`),
      fc.constant('send({ steps, last, n, state });'),
      inner.map((s) => `(() => { ${s} })();`),
    ),
  };
});

const program = fc.array(statement, { minLength: 1, maxLength: 6 }).map((all) =>
  `
import { Resend } from 'resend';
const resend = new Resend('re_x');
const LIST = ['x', 'y', 'z'];
export async function main(MAYBE) {
  let steps = [];
  let state = { items: [] };
  let last = 'a';
  let n = 0;
  const name = 'w';
  const add = (each) => { steps.push(each); if (n > 1) last = 'b'; return n; };
  function added(each, isLate) { if (isLate) return 'late'; add(each); return 'c'; }
  const fill = (list, each) => list.push(each);
  function kind(each, i) { if (n === 1) return 'one'; if (each === 'a') return { each, n }; return [each, i]; }
  function pick(each) {
    for (const name of LIST) { if (name === each) return name + n; if (name === 'z') break; }
    try { if (n > 2) return last; } catch { return 'none'; } finally { if (each === 'b') return [each]; }
    let left = 3;
    while (left > n) { left--; if (left === 1) return { left }; }
    return each;
  }
  const tag = (each) => { switch (each) { case 'a': return 'A'; case 'b': return { n }; default: return n; } };
  ${all.join('\n  ')}
  send({ steps, last, n, state });
}
`.replace(/\bsend\(/g, () => 'resend.automations.create('),
);

/** The JSON of a value; `undefined` where any part is not known. */
function jsonOf(value: Value, depth = 0): unknown {
  if (depth > 50) return undefined;
  if (value.kind === 'constant') return value.value;
  const parts = (list: readonly (readonly [string, Value])[]) => {
    const written = list.map(([name, each]) => [name, jsonOf(each, depth + 1)] as const);
    return written.some(([, each]) => each === undefined) ? undefined : written;
  };
  if (value.kind === 'array' && !value.isOpen)
    return parts(value.items.map((each, i) => [String(i), each]))?.map(([, each]) => each);
  if (value.kind !== 'object' || value.isOpen) return undefined;
  const fields = [...value.entries].map(([name, entry]) => [name, entry.value] as const);
  const written = parts(fields);
  return written && Object.fromEntries(written);
}

/** The values at each call, by its number in the text, when the program runs. */
async function sentBy(source: string): Promise<ReadonlyMap<number, readonly string[]>> {
  let count = 0;
  const body = source
    .replace(/^import .*\n.*new Resend.*$/m, '')
    .replace('export ', '')
    .replace(/resend\.automations\.create\(/g, () => `SENT(${count++}, `);
  const sent = new Map<number, string[]>();
  const note = (at: number, value: unknown): void => {
    sent.set(at, [...(sent.get(at) ?? []), written(value)]);
  };
  const start = new Function('SENT', `${body}; return main;`);
  for (const isLate of [true, false]) await start(note)(isLate);
  return sent;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '"a circle"';
  }
}

const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(sorted)
      : Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        );

/** The values that `code` knows of each call; those of calls with an unknown part are left out. */
function readIn(source: string): ReadonlyMap<number, ReadonlySet<string>> {
  const modules = createModules({ paths: ['/a.ts'], read: () => source });
  const starts = [...source.matchAll(/resend\.automations\.create\(/g)].map(({ index }) => index);
  const values = new Map<number, Set<string>>();
  const unknown = new Set<number>();
  for (const { does, given, target } of findCalls(modules)) {
    if (does !== 'create') continue;
    const at = starts.indexOf(target.start);
    const json = jsonOf(given);
    if (json === undefined) unknown.add(at);
    else values.set(at, (values.get(at) ?? new Set()).add(JSON.stringify(sorted(json))));
  }
  for (const at of unknown) values.delete(at);
  return values;
}

test('what is read is what is sent', async () => {
  let known = 0;
  await fc.assert(
    fc.asyncProperty(program, async (source) => {
      const sent = await sentBy(source);
      for (const [at, values] of readIn(source))
        for (const each of sent.get(at) ?? []) {
          known++;
          expect([...values], source).toContain(JSON.stringify(sorted(JSON.parse(each))));
        }
    }),
    { seed: 7, numRuns: 500 },
  );
  expect(known).toBeGreaterThan(200);
});
