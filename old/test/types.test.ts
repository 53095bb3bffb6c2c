import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../src/core/document/parse.ts';
import { createDefinitions } from '../src/core/model/definitions.ts';
import { declareEvents } from '../src/features/types/declarations.ts';
import { folderOf, run } from './cli/run.ts';
import fc from './fast-check.ts';
import { runLive } from './live/run.ts';
import { sendError, startService } from './live/service.ts';

// `edgewise types`: its output compiles with the SDK, and refuses calls that the service would refuse.

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

/** The errors of the compiler, as `line: code`. */
function compile(files: Readonly<Record<string, string>>): readonly string[] {
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
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
    cwd: folder,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, file, at, code] = /^([^\s(]+)\((\d+),\d+\): error (TS\d+)/.exec(line) ?? [];
    return code === undefined ? (/\berror\b/.test(line) ? [line] : []) : [`${file}:${at} ${code}`];
  });
}

describe('with the SDK', () => {
  // The wrapper is the one that the page shows.
  const [, wrapper = ''] = /```ts\n\/\/ src\/send-event\.ts\n([\s\S]*?)```/.exec(page) ?? [];
  let declarations: string;
  const errorsOf = (calls: readonly string[]) =>
    compile({
      'events.ts': declarations,
      'send-event.ts': wrapper,
      'app.ts': `import { sendEvent } from './send-event.js';\n${calls.join('\n')}\n`,
    });
  beforeAll(async () => {
    const cwd = folderOf({ 'events.json': JSON.stringify(EVENTS) });
    const { out, code } = await run(['types', 'events.json'], { cwd });
    expect(code).toBe(0);
    declarations = out;
  });

  test('valid calls compile', () => {
    const paid = `{ total: 12.5, paid_at: new Date(), gift: false, id: 'o1' }`;
    expect(
      errorsOf([
        `void sendEvent({ event: 'order.paid', email: 'a@acme.com', payload: ${paid} });`,
        `void sendEvent({ event: 'order.paid', contactId: 'c1', payload: { ...${paid}, paid_at: '2026-01-01' } });`,
        `void sendEvent({ event: 'user.created', email: 'a@acme.com' });`,
        `void sendEvent({ event: 'user.created', email: 'a@acme.com', payload: { plan: 'pro' } });`,
        `void sendEvent({ event: 'user.seen', email: 'a@acme.com', payload: {} });`,
        `void sendEvent({ event: ${JSON.stringify(EVENTS[3]?.name)}, email: 'a@acme.com', payload: { __proto__x: [], 'a-b': '' } });`,
      ]),
    ).toEqual([]);
  });

  const WRONG = [
    ['an unknown event', `{ event: 'order.payed', email: 'a@acme.com' }`],
    ['no payload', `{ event: 'order.paid', email: 'a@acme.com' }`],
    [
      'a missing key',
      `{ event: 'order.paid', email: 'a', payload: { total: 1, gift: true, id: '' } }`,
    ],
    [
      'a wrong type',
      `{ event: 'order.paid', email: 'a', payload: { total: '1', paid_at: '', gift: true, id: '' } }`,
    ],
    [
      'an extra key',
      `{ event: 'order.paid', email: 'a', payload: { total: 1, paid_at: '', gift: true, id: '', extra: 1 } }`,
    ],
    ['"data" for "payload"', `{ event: 'user.created', email: 'a', data: { plan: 'pro' } }`],
    ['"name" for "event"', `{ name: 'user.created', email: 'a' }`],
    ['contact_id', `{ event: 'user.created', contact_id: 'c1' }`],
    ['no contact', `{ event: 'user.created' }`],
    ['two contacts', `{ event: 'user.created', email: 'a', contactId: 'c1' }`],
  ];

  test('invalid calls do not compile', () => {
    const lines = new Set(
      errorsOf(WRONG.map(([, argument]) => `void sendEvent(${argument});`)).map((error) =>
        Number(/^app\.ts:(\d+) TS\d+$/.exec(error)?.[1]),
      ),
    );
    expect(WRONG.filter((_, i) => !lines.has(i + 2)).map(([what]) => what)).toEqual([]);
  });
});

test('any names give declarations that compile, with one member each', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', '*/', "'", '`$'),
  );
  const type = fc.constantFrom('string', 'number', 'boolean', 'date', 'integer');
  const schema = fc.option(fc.dictionary(name, type), { nil: null });
  const lists = fc.sample(
    fc.uniqueArray(fc.record({ name, schema }), { selector: (e) => e.name }),
    25,
  );
  const files = lists.map((list, i): [string, string] => {
    const definitions = createDefinitions();
    const text = JSON.stringify(list);
    const ref = { source: 'x', index: 0, line: 1, start: 0, end: 0 };
    for (const event of parseDocument(text, ref, 'events').events) definitions.add(event);
    const declared = declareEvents(definitions);
    expect(declared.match(/^ {2}"/gm) ?? []).toHaveLength(list.length);
    return [`events${i}.ts`, declared];
  });
  expect(compile(Object.fromEntries(files))).toEqual([]);
});

describe('the command', () => {
  const text = JSON.stringify(EVENTS);

  test('-o writes the file, and --check compares it', async () => {
    const cwd = folderOf({ 'events.json': text });
    const check = ['types', 'events.json', '-o', 'events.d.ts', '--check'];
    expect(await run(check, { cwd })).toMatchObject({
      code: 1,
      out: '',
      err: 'edgewise: "events.d.ts" is not up to date\n          run the same command without --check\n',
    });
    const written = await run(check.slice(0, -1), { cwd });
    expect(written).toEqual({ code: 0, out: '', err: '' });
    expect(await run(check, { cwd })).toMatchObject({ code: 0 });
    const path = join(cwd, 'events.d.ts');
    const declared = readFileSync(path, 'utf8');
    writeFileSync(path, declared.replaceAll('\n', '\r\n'));
    expect(await run(check, { cwd })).toMatchObject({ code: 0 });
    writeFileSync(join(cwd, 'events.json'), text.replace('"number"', '"string"'));
    expect(await run(check, { cwd })).toMatchObject({ code: 1 });
    expect(await run(['types', 'events.json', '--check'], { cwd })).toMatchObject({ code: 2 });
  });

  test('the order of definitions and files does not matter', async () => {
    const cwd = folderOf({ 'a.json': text, 'b.json': JSON.stringify([...EVENTS].reverse()) });
    const [a, b] = await Promise.all(
      ['a.json', 'b.json'].map((file) => run(['types', file], { cwd })),
    );
    expect(a?.out).toBe(b?.out);
    expect((await run(['types'], { cwd })).out).toBe(a?.out);
  });

  test('without paths, the events of the configuration are used', async () => {
    const cwd = folderOf({
      'edgewise.config.json': '{"events": ["defs/e.json"], "files": ["workflows/*.json"]}',
      'defs/e.json': '[{"name": "a"}]',
      'workflows/w.json': '[]',
      'other.json': text,
    });
    const { out, code } = await run(['types'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('interface EventMap {\n  "a": Record<string, unknown>;\n}');
  });

  test('where the configuration names no source of events, those of its files are used', async () => {
    const cwd = folderOf({
      'edgewise.config.json': '{"events": "none", "files": ["workflows"]}',
      'workflows/e.json': '[{"name": "a", "schema": null}]',
    });
    expect((await run(['types'], { cwd })).out).toContain('"a": Record<string, unknown>;');
  });

  test('unreadable input does not change the file', async () => {
    const cwd = folderOf({
      'events.json': text,
      'broken.json': '{"name": "a", "schema"',
      'out.ts': 'x',
    });
    const { code, err } = await run(['types', 'events.json', 'broken.json', '-o', 'out.ts'], {
      cwd,
    });
    expect(code).toBe(2);
    expect(err).toContain('broken.json');
    expect(readFileSync(join(cwd, 'out.ts'), 'utf8')).toBe('x');
  });

  test('a partial list and nameless definitions are noted; no events are an error', async () => {
    const list = { object: 'list', has_more: true, data: [...EVENTS, { id: 'e', schema: {} }] };
    const cwd = folderOf({ 'events.json': JSON.stringify(list), 'none.json': '[]' });
    const { err, code } = await run(['types', 'events.json'], { cwd });
    expect(code).toBe(0);
    expect(err).toBe(
      'edgewise: the event list in "events.json" is partial: events are missing\n' +
        'edgewise: 1 event definition without a name left out\n',
    );
    expect(await run(['types', 'none.json'], { cwd })).toMatchObject({ code: 2, out: '' });
    expect(await run(['types', 'none.json', '--allow-empty'], { cwd })).toMatchObject({ code: 0 });
  });

  test('live reads only the events of the account', async () => {
    const events = EVENTS.map((event, i) => ({ id: `ev_${i}`, ...event }));
    const service = await startService({ events });
    const cwd = folderOf({ 'events.json': text });
    const { out, code } = await runLive(['types', 'live'], { cwd, url: service.url });
    expect(code).toBe(0);
    expect(out).toBe((await run(['types', 'events.json'], { cwd })).out);
    expect(service.asked.every((path) => path.startsWith('/events'))).toBe(true);
  });

  test('a failing service does not change the file', async () => {
    const fault = (_: unknown, response: ServerResponse) => {
      sendError(response, 403, 'restricted_api_key', 'This API key is restricted.');
      return true;
    };
    const service = await startService({ fault });
    const cwd = folderOf({ 'out.ts': 'x' });
    const { code } = await runLive(['types', 'live', '-o', 'out.ts'], { cwd, url: service.url });
    expect(code).toBe(2);
    expect(readFileSync(join(cwd, 'out.ts'), 'utf8')).toBe('x');
  });

  test('a page of the account that could not be read does not change the file: exit 3', async () => {
    const fault = ({ query }: { query: URLSearchParams }, response: ServerResponse) => {
      if (!query.has('after')) return false;
      sendError(response, 500, 'internal_server_error', 'Try later.');
      return true;
    };
    const events = Array.from({ length: 150 }, (_, i) => ({
      id: `ev_${i}`,
      name: `e.${i}`,
      schema: null,
    }));
    const service = await startService({ events, fault });
    const cwd = folderOf({ 'out.ts': 'x' });
    const { code } = await runLive(['types', 'live', '-o', 'out.ts'], { cwd, url: service.url });
    expect(code).toBe(3);
    expect(readFileSync(join(cwd, 'out.ts'), 'utf8')).toBe('x');
  });
});
