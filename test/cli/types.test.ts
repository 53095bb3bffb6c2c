import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { edgewise, folderOf } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/sdk.md'), 'utf8');

const EVENTS = [
  {
    name: 'order.paid',
    schema: { total: 'number', paid_at: 'date', gift: 'boolean', id: 'string' },
  },
  { name: 'user.created', schema: null },
  { name: 'user.seen', schema: {} },
  { name: 'odd "name"\\\n*/\u2028', schema: { __proto__x: 'integer', 'a-b': 'string' } },
];
const text = JSON.stringify(EVENTS);

/** The lines of app.ts that do not compile. */
function wrongLines(files: Readonly<Record<string, string>>): readonly number[] {
  const options = {
    // The declarations of the SDK require those of React.
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2023' },
    exactOptionalPropertyTypes: true,
    ...{ module: 'nodenext', noUncheckedIndexedAccess: true, types: ['node'] },
  };
  const folder = folderOf({
    ...files,
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const words = { encoding: 'utf8', cwd: folder } as const;
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], words);
  const errors = stdout.split('\n').filter((line) => /\berror\b/.test(line));
  return errors.map((line) => Number(/^app\.ts\((\d+),\d+\): error TS/.exec(line)?.[1] ?? -1));
}

describe('with the SDK', () => {
  // The page shows the wrapper.
  const [, wrapper = ''] = /```ts\n\/\/ src\/send-event\.ts\n([\s\S]*?)```/.exec(page) ?? [];
  const wrongOf = (calls: readonly string[]) => {
    const cwd = folderOf({ 'events.json': text });
    const { out, code } = edgewise(['types', 'events.json'], { cwd });
    expect(code).toBe(0);
    const sends = calls.map((argument) => `void sendEvent(${argument});\n`).join('');
    return wrongLines({
      ...{ 'events.ts': out, 'send-event.ts': wrapper },
      'app.ts': `import { sendEvent } from './send-event.js';\n${sends}`,
    });
  };

  test('calls that are right compile', () => {
    const paid = `{ total: 12.5, paid_at: new Date(), gift: false, id: 'o1' }`;
    const calls = [
      `{ event: 'order.paid', email: 'a@acme.com', payload: ${paid} }`,
      `{ event: 'order.paid', contactId: 'c1', payload: { ...${paid}, paid_at: '2026-01-01' } }`,
      `{ event: 'user.created', email: 'a@acme.com' }`,
      `{ event: 'user.created', email: 'a@acme.com', payload: { plan: 'pro' } }`,
      `{ event: 'user.seen', email: 'a@acme.com', payload: {} }`,
      `{ event: ${JSON.stringify(EVENTS[3]?.name)}, email: 'a', payload: { __proto__x: 1, 'a-b': '' } }`,
    ];
    expect(wrongOf(calls)).toEqual([]);
  });

  test('calls that are wrong do not', () => {
    const calls = [
      `{ event: 'order.payed', email: 'a@acme.com' }`,
      `{ event: 'order.paid', email: 'a@acme.com' }`,
      `{ event: 'order.paid', email: 'a', payload: { total: 1, gift: true, id: '' } }`,
      `{ event: 'order.paid', email: 'a', payload: { total: '1', paid_at: '', gift: true, id: '' } }`,
      `{ event: 'user.seen', email: 'a', payload: { extra: 1 } }`,
      `{ event: 'user.created', email: 'a', data: { plan: 'pro' } }`,
      `{ name: 'user.created', email: 'a' }`,
      `{ event: 'user.created', contact_id: 'c1' }`,
      `{ event: 'user.created' }`,
      `{ event: 'user.created', email: 'a', contactId: 'c1' }`,
    ];
    expect(new Set(wrongOf(calls))).toEqual(new Set(calls.map((_, i) => i + 2)));
  });
});

describe('the command', () => {
  const types = (words: readonly string[], cwd: string) => edgewise(['types', ...words], { cwd });

  test('-o writes the file, and --check compares it', () => {
    const cwd = folderOf({ 'events.json': text });
    const write = ['events.json', '-o', 'events.d.ts'];
    const check = [...write, '--check'];
    expect(types(check, cwd)).toEqual({
      ...{ code: 1, out: '' },
      err: 'edgewise: "events.d.ts" is not up to date\n          run the same command without --check\n',
    });
    expect(types(write, cwd)).toEqual({ code: 0, out: '', err: '' });
    expect(types(check, cwd).code).toBe(0);
    const path = join(cwd, 'events.d.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    expect(types(check, cwd).code).toBe(0);
    writeFileSync(join(cwd, 'events.json'), text.replace('"number"', '"string"'));
    expect(types(check, cwd).code).toBe(1);
    expect(types(['events.json', '--check'], cwd).code).toBe(2);
  });

  test('the order of definitions and files does not matter', () => {
    const cwd = folderOf({ 'a.json': text, 'b.json': JSON.stringify([...EVENTS].reverse()) });
    const all = [['a.json'], ['b.json'], ['.'], []].map((words) => types(words, cwd).out);
    expect(new Set(all).size).toBe(1);
  });

  test('without paths, those of the configuration are read', () => {
    const cwd = folderOf({
      'edgewise.config.json': '{"events": ["defs/e.json"], "files": ["workflows"]}',
      'defs/e.json': '[{"name": "a"}]',
      'workflows/e.json': '[{"name": "b", "schema": null}]',
      'other.json': text,
    });
    expect(types([], cwd).out).toContain(
      'EventMap {\n  "a": Record<string, unknown>;\n  "b": Record<string, unknown>;\n}',
    );
  });

  test('what cannot be read changes nothing', () => {
    const cwd = folderOf({ 'e.json': text, 'broken.json': '{"name": "a", "schema"', 'o.ts': 'x' });
    for (const other of ['broken.json', 'gone.json']) {
      const { code, err } = types(['e.json', other, '-o', 'o.ts'], cwd);
      expect([code, err]).toEqual([2, expect.stringContaining(other)]);
    }
    expect(readFileSync(join(cwd, 'o.ts'), 'utf8')).toBe('x');
  });

  test('what is left out is said', () => {
    const list = { object: 'list', has_more: true, data: [...EVENTS, { id: 'e', schema: {} }] };
    const cwd = folderOf({ 'events.json': JSON.stringify(list), 'none.json': '[]' });
    const { err, code } = types(['events.json'], cwd);
    expect([code, err]).toEqual([
      0,
      'edgewise: the event list in "events.json" is partial\n' +
        'edgewise: 1 event definition without a name left out\n',
    ]);
    expect(types(['none.json'], cwd)).toMatchObject({ code: 2, out: '' });
    expect(types(['none.json', '--allow-empty'], cwd).code).toBe(0);
  });
});
