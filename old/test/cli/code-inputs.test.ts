import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCode } from '../../src/features/code/code.ts';
import { isIgnoredAt } from '../../src/features/code/ignored-at.ts';
import { serveFiles } from '../live/service.ts';
import { CLEAN, folderOf, type RunOptions, run as runProgram } from './run.ts';

/** Results are not read in most of this code. */
const run = (args: readonly string[], options: RunOptions) =>
  runProgram(args[0] === 'code' ? [...args, '--rule', 'ignored-result=off'] : args, options);

const EVENTS = JSON.stringify([
  { name: 'user.created', schema: { plan: 'string' } },
  { name: 'user.left', schema: null },
]);
const CLIENT = `import { Resend } from 'resend';\nexport const resend = new Resend('');\n`;
const WRONG = `${CLIENT}resend.events.send({ event: 'user.creatd', email: 'x' });`;
const FAULT =
  'src/a.ts:3:29: error: the code sends event "user.creatd", which is not defined [sent-unknown-event]';

/** The report on code, compared with the events. */
async function report(files: Record<string, string>) {
  const cwd = folderOf({ 'events.json': EVENTS, ...files });
  const { out } = await run(['code', 'src', '--events', 'events.json', '-f', 'json'], { cwd });
  return JSON.parse(out) as { readonly findings: unknown[]; readonly notChecked: unknown[] };
}

test('a component that is cut off has no calls, and other files are checked', async () => {
  const cwd = folderOf({
    'events.json': EVENTS,
    'src/a.ts': WRONG,
    'src/b.vue': `<script setup>\nimport { resend } from './client';\nevents`,
    'src/c.svelte': '<p>events</p><script lang="ts"',
  });
  expect(
    await run(['code', 'src', '--events', 'events.json', '-f', 'compact'], { cwd }),
  ).toMatchObject({ code: 1, out: `${FAULT}\n` });
});

test('the calls of a file that cannot be resolved are named in one line', async () => {
  const { notChecked } = await report({
    'src/app.ts': `${CLIENT}${'resend.events.send({ event: read(), email });\n'.repeat(5)}`,
  });
  expect(notChecked).toContainEqual({
    rule: 'sent-unknown-event',
    reason: 'not resolved: the event (src/app.ts:3, 4, 5, 6, 7)',
  });
});

test('all events of a table that code chooses from are compared', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => `k${i}: 'user.x${i}'`);
  const { findings } = await report({
    'src/app.ts': `${CLIENT}const TABLE = { ${rows.join(', ')} };\nresend.events.send({ event: TABLE[kind], email });`,
  });
  expect(findings).toHaveLength(600);
});

test('calls through wrappers are followed', async () => {
  const sends = 'resend.events.send({ event, email });\n'.repeat(101);
  const calls = "send('user.x');\n".repeat(199);
  const { findings, notChecked } = await report({
    'src/app.ts': `${CLIENT}function send(event) {\n${sends}}\n${calls}`,
  });
  expect(findings).toHaveLength(199);
  expect(JSON.stringify(notChecked)).not.toContain('could not be resolved');
});

test('events that code defines need not be all, so those of its workflows may be others', async () => {
  const workflow = `{ name: 'Welcome', steps: [{ key: 't', type: 'trigger', config: { eventName: 'user.created' } }, { key: 'd', type: 'contact_delete', config: {} }], connections: [{ from: 't', to: 'd' }] }`;
  const cwd = folderOf({
    'src/a.ts': `${CLIENT}resend.events.create({ name: 'user.left' });\nresend.automations.create(${workflow});`,
  });
  const { out, code } = await run(['code', 'src', '-f', 'json'], { cwd });
  const { findings, notChecked } = JSON.parse(out);
  expect([code, findings]).toEqual([0, []]);
  expect(notChecked).toContainEqual({
    rule: 'unknown-event',
    reason: 'the event list is partial (events that code creates need not be all)',
  });
});

test('events in code are compared with the workflows of an account', async () => {
  const service = await serveFiles(folderOf({ 'a.json': CLEAN }));
  const cwd = folderOf({ 'src/a.ts': WRONG });
  const { out, code } = await run(['code', 'src', '--workflows', 'live', '-f', 'compact'], {
    cwd,
    env: { EDGEWISE_BASE_URL: service.url, EDGEWISE_API_KEY: 're_test', HOME: cwd },
  });
  service.stop();
  expect(code).toBe(1);
  expect(out.replaceAll(service.url, 'URL').split('\n')).toEqual([
    'URL/workflows/wf_welcome#/steps/0/config/event_name: info: "Welcome series": the code never sends event "user.created" [unsent-event]',
    FAULT,
    '',
  ]);
});

test('findings of a baseline are not reported again', async () => {
  const cwd = folderOf({ 'events.json': EVENTS, 'src/a.ts': WRONG });
  const args = ['code', 'src', '--events', 'events.json', '--baseline', 'src/known.json'];
  expect((await run([...args, '--update-baseline'], { cwd })).code).toBe(0);
  expect(await run([...args, '-f', 'compact'], { cwd })).toMatchObject({ code: 0, out: '' });
});

test('a file that cannot be read is a failure, with the reason', () => {
  const texts = new Map([['a.js', "import { b } from './b'; b.events.send({ event: 'a' });"]]);
  const { failures, calls } = readCode({
    paths: ['a.js', 'b.js'],
    nameOf: (path) => `src/${path}`,
    read(path) {
      const text = texts.get(path);
      if (text === undefined) throw new Error(`EACCES: permission denied, open '${path}'`);
      return text;
    },
  });
  expect({ failures, calls }).toEqual({
    failures: [{ source: 'src/b.js', message: "EACCES: permission denied, open 'b.js'" }],
    calls: 0,
  });
});

test('of a call at a place, the result is ignored or not', () => {
  const text = [
    'start();',
    'const { error } = await a(b()).c.d({ e: f() });',
    'throw error;',
    'await x.y();',
  ].join('\n');
  const isIgnored = (line: number, column: number): boolean | undefined =>
    isIgnoredAt({ path: 'a.ts', text }, line, column);
  expect([isIgnored(1, 1), isIgnored(1, 5), isIgnored(4, 7), isIgnored(4, 9)]).toEqual(
    Array(4).fill(true),
  );
  expect([isIgnored(2, 25), isIgnored(2, 32), isIgnored(2, 34), isIgnored(2, 41)]).toEqual(
    Array(4).fill(false),
  );
  expect([isIgnored(1, 6), isIgnored(3, 1), isIgnored(4, 1), isIgnored(9, 1)]).toEqual(
    Array(4).fill(undefined),
  );
  expect(isIgnoredAt({ path: 'a.ts', text: 'a(' }, 1, 1)).toBe(undefined);
});

test('of many files that cannot be parsed, a report for people names the first 10', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `src/f${1000 + i}.ts`);
  const cwd = folderOf(Object.fromEntries(names.map((name) => [name, 'resend.events.send('])));
  const lines = names.map((name) => `${name}: Unexpected token (1:19)`);
  const text = await run(['code', 'src'], { cwd });
  expect(text.code).toBe(2);
  const listed = text.out.replace(/; \d+ rules not checked$/m, '').split('\n');
  expect(listed.filter((line) => line.startsWith('not read: '))).toEqual(
    [...lines.slice(0, 10), 'and 290 more, 300 in all'].map((line) => `not read: ${line}`),
  );
  expect(text.err).toBe(lines.map((line) => `edgewise: ${line}\n`).join(''));
  const { failures } = JSON.parse((await run(['code', 'src', '-f', 'json'], { cwd })).out);
  expect(failures).toHaveLength(300);
});

test('rules that are off count as neither checked nor undecided', async () => {
  const cwd = folderOf({ 'a.ts': `${CLIENT}resend.events.send({ event: read(), email });` });
  const args = ['code', 'a.ts', '--only', 'dropped-field', '-f', 'json'];
  expect(JSON.parse((await runProgram(args, { cwd })).out)).toMatchObject({ notChecked: [] });
});

test('a file of more than 5 MB and a minified one are not read, and the run is incomplete', async () => {
  const cwd = folderOf({
    'src/app.ts': `${CLIENT}resend.events.send({ event: 'a', email });`,
    'src/bundle.js': `// ${'x'.repeat(5 * 1024 * 1024)}\n`,
    'src/vendor.js': `${'a.events.send({event:"b",email:c});'.repeat(40_000)}\n`,
    'src/written.js': `${'a.go({ event: "b", email: "c" });\n'.repeat(40_000)}`,
  });
  const { out, code } = await run(['code', 'src', '-f', 'json'], { cwd });
  expect(JSON.parse(out).failures).toEqual([
    { source: 'src/bundle.js', message: 'is larger than 5 MB, and was not read' },
    { source: 'src/vendor.js', message: 'is minified, and was not read' },
  ]);
  expect(code).toBe(3);
});

test('lint, code and record name each other when nothing is recognized', async () => {
  const cwd = folderOf({
    'app/setup.py': 'import resend\nresend.Automations.create({})\n',
    'web/send.ts': `${CLIENT}resend.events.send({ event: 'a', email });`,
  });
  const lint = async (path: string) => (await run(['lint', path], { cwd })).err;
  expect(await lint('app')).toContain('app/setup.py calls the service: edgewise record -- COMMAND');
  expect(await lint('web')).toContain('edgewise code . reads the source');
  for (const path of ['app', 'app/setup.py'])
    expect((await run(['code', path], { cwd })).err).toContain('edgewise record -- COMMAND runs');
  const { err } = await run(['record', '--', 'node', '-e', ''], { cwd });
  expect(err.replace(/\s+/g, ' ')).toContain('edgewise code PATH reads source');
});

test('a file that is not read as code gets advice', async () => {
  const others = 'py go rb php java kt cs rs ex exs sh bash'.split(' ').map((end) => `app.${end}`);
  const lists = ['a.json', 'a.jsonl', 'a.ndjson', 'a.json.gz'];
  const names = [...others, ...lists, 'a.md', 'a.mdx', 'a.txt', 'a.pyx'];
  const cwd = folderOf(Object.fromEntries(names.map((name) => [name, ''])));
  const errors = await Promise.all(
    names.map(async (path) => (await run(['code', path], { cwd })).err),
  );
  const ending = (word: string): readonly string[] =>
    names.filter((_, i) => errors[i]?.includes(word));
  expect(ending('record -- COMMAND runs programs in any language, and edgewise pull')).toEqual(
    others,
  );
  expect(ending('use --workflows for workflows, and --events for events')).toEqual(lists);
});

test('steps that code builds one by one count as no workflow', async () => {
  const cwd = folderOf({
    'app.ts': `import { Resend } from 'resend';
const resend = new Resend(key);
const stepOf = (day: number) => ({ key: \`d\${day}\`, type: 'delay', config: { duration: '3 dyas' } });
const made = await resend.automations.create({ name, steps: days.map(stepOf), connections: linksOf(days) });
if (made.error) throw made.error;`,
  });
  const { out } = await run(['code', 'app.ts'], { cwd });
  expect(out).toContain('did you mean "3 days"?');
  expect(out).toMatch(/^1 error \(1 call\)/m);
  expect(out).toMatch(/^app.ts$/m);
});

test.skipIf(process.platform === 'win32')(
  'JSON outside of the current folder is not read, also through a link',
  async () => {
    const outside = folderOf({ 'spec.json': CLEAN.replace('"3 days"', '"3 dyas"') });
    const cwd = join(outside, 'project');
    mkdirSync(cwd);
    symlinkSync('../spec.json', join(cwd, 'link.json'));
    const code = (from: string): string =>
      `${CLIENT}import spec from '${from}';\nconst made = await resend.automations.create(spec);\nif (made.error) throw made.error;`;
    writeFileSync(join(cwd, 'a.ts'), code('./link.json'));
    writeFileSync(join(cwd, 'b.ts'), code('../spec.json'));
    const { out } = await run(['code', '.', '-f', 'json'], { cwd });
    const { findings, notChecked } = JSON.parse(out);
    expect(findings).toEqual([]);
    expect(JSON.stringify(notChecked)).toMatch(
      /the workflow \(a\.ts:4\).*the workflow \(b\.ts:4\)/,
    );
  },
);

test('steps that a long loop builds many times are checked in bounded work', async () => {
  const literals = Array.from(
    { length: 2000 },
    (_, i) => `steps.push({ key: 'd${i}' + x, type: 'delay', config: { duration: '3 dyas' } });`,
  );
  const cwd = folderOf({
    'a.ts': `${CLIENT}const steps = [];\nfor (const x of [${Array.from({ length: 2000 }, (_, i) => i)}]) {\n${literals.join('\n')}\n}
const made = await resend.automations.create({ name: 'x', steps, connections: load() });
if (made.error) throw made.error;`,
  });
  const { out } = await run(['code', 'a.ts', '-f', 'json'], { cwd });
  const { findings } = JSON.parse(out);
  expect(findings.map(({ rule }: { rule: string }) => rule)).toContain('invalid-delay');
});
