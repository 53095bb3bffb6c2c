import {
  chmodSync,
  chownSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/core/lint/fingerprint.ts';
import type { FixedDocument } from '../../src/run/fix.ts';
import { diffOf, fixedFiles } from '../../src/run/fixed-bytes.ts';
import { folderOf, run, runBuilt } from './run.ts';

const WELCOME = readFileSync(
  new URL('../../examples/automations/welcome.json', import.meta.url),
  'utf8',
);
const FAULTY = WELCOME.replace('"send_email"', '"send_emial"');
const ENDLESS = JSON.stringify({
  object: 'automation',
  id: 'a1',
  name: 'Wait',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { key: 'wait', type: 'wait_for_event', config: { event_name: 'user.paid' } },
    { key: 'mail', type: 'send_email', config: { template: { id: 't1' }, subject: 'Hi' } },
  ],
  connections: [
    { from: 'start', to: 'wait', type: 'default' },
    { from: 'wait', to: 'mail', type: 'event_received' },
  ],
});

test('--fix corrects the file and reports what is left', () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const { code, out, err } = runBuilt(['welcome.json', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'welcome.json'), 'utf8')).toBe(WELCOME);
  expect(err).toContain('edgewise: 1 finding was fixed in 1 file\n');
  expect(out).not.toContain('unknown-step-type');
  expect(code).toBe(0);
});

test('--dry-run writes nothing and prints a patch that applies', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const { code, out } = await run(['welcome.json', '--fix', '--dry-run'], { cwd });
  expect(readFileSync(join(cwd, 'welcome.json'), 'utf8')).toBe(FAULTY);
  expect(applyPatch(FAULTY, out)).toBe(WELCOME);
  expect(code).toBe(1);
});

test('a patch of very many lines applies', async () => {
  const lines = (word: string): string =>
    Array.from({ length: 1100 }, (_, i) => `${word} ${i}\nkept\n`).join('');
  const [before, after] = [lines('old'), `${lines('new')}last`];
  const files = { name: 'a.json', path: undefined };
  const patch = await diffOf({ ...files, before: Buffer.from(before), after: Buffer.from(after) });
  expect(applyPatch(before, patch)).toBe(after);
});

test('with a format for programs, the patch goes to stderr', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const { out, err } = await run(['welcome.json', '--fix', '--dry-run', '-f', 'json'], { cwd });
  expect(JSON.parse(out)).toMatchObject({ summary: { errors: 1 } });
  expect(err).toContain('+      "type": "send_email",');
});

test('unsafe fixes are made only with --fix-unsafe', async () => {
  const cwd = folderOf({ 'wait.json': ENDLESS });
  await run(['wait.json', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'wait.json'), 'utf8')).toBe(ENDLESS);
  await run(['wait.json', '--fix-unsafe'], { cwd });
  expect(readFileSync(join(cwd, 'wait.json'), 'utf8')).toContain(
    '{"event_name":"user.paid","timeout":"3 days"}',
  );
});

test('a symbolic link is followed, and file mode, byte order mark and line ends are kept', async () => {
  const text = `\ufeff${FAULTY.replaceAll('\n', '\r\n')}`;
  const cwd = folderOf({ 'real.json': text });
  chmodSync(join(cwd, 'real.json'), 0o600);
  symlinkSync('real.json', join(cwd, 'link.json'));
  await run(['link.json', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'real.json'), 'utf8')).toBe(
    `\ufeff${WELCOME.replaceAll('\n', '\r\n')}`,
  );
  expect(statSync(join(cwd, 'real.json')).mode & 0o777).toBe(0o600);
});

test.skipIf(process.getuid?.() !== 0)(
  'owner, group and mode of a fixed file are kept',
  async () => {
    const cwd = folderOf({ 'a.json': FAULTY });
    const path = join(cwd, 'a.json');
    chmodSync(path, 0o640);
    chownSync(path, 1234, 2345);
    await run(['a.json', '--fix'], { cwd });
    expect(readFileSync(path, 'utf8')).toBe(WELCOME);
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o777]).toEqual([1234, 2345, 0o640]);
  },
);

test('a file that is changed while it is checked is not written', () => {
  const ref = { source: 'a.json', index: 0, start: 0, end: 4 };
  const fixed = {
    ...{ document: { ref, text: '[ 1]' }, from: { explicit: true }, text: '[2]' },
  } as unknown as FixedDocument;
  expect(String([...fixedFiles([fixed], '[ 1]')][0]?.after)).toBe('[2]');
  expect(() => [...fixedFiles([fixed], '[ 9]')]).toThrow(
    '"a.json" was changed while it was checked',
  );
});

test('numbers that JavaScript cannot hold are left as they are', async () => {
  const numbers = '"a": 1e999, "b": -0, "c": 12345678901234567890, "steps": [';
  const cwd = folderOf({ 'a.json': FAULTY.replace(/"steps": \[/, numbers) });
  const { err } = await run(['a.json', '--fix'], { cwd });
  expect(err).toContain('edgewise: 1 finding was fixed in 1 file\n');
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(WELCOME.replace(/"steps": \[/, numbers));
});

test('JSON Lines are fixed line by line, with any text before them', async () => {
  const linesOf = (...texts: readonly string[]): string => {
    const [first, ...others] = texts.map((text) => JSON.stringify(JSON.parse(text)));
    return `${first}\n\n${others.join('\n')}\n`;
  };
  const first = WELCOME.replaceAll('Welcome', 'Wëlcome 👋');
  const named = (text: string): string => text.replaceAll('Welcome', 'Hello');
  const cwd = folderOf({ 'all.ndjson': linesOf(first, FAULTY, named(FAULTY)) });
  await run(['all.ndjson', '--fix', '--only', 'unknown-step-type'], { cwd });
  const fixed = readFileSync(join(cwd, 'all.ndjson'), 'utf8');
  expect(fixed).toBe(linesOf(first, WELCOME, named(WELCOME)));
});

test('suppressed findings and those of the baseline are not fixed', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  await run(['welcome.json', '--baseline', 'base.json', '--update-baseline'], { cwd });
  await run(['welcome.json', '--baseline', 'base.json', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'welcome.json'), 'utf8')).toBe(FAULTY);
});

test('a fix that causes a finding in another file is not made', async () => {
  const eventsOf = (name: string): string => JSON.stringify([{ name, schema: null }]);
  const faulty = eventsOf('order.paid ');
  const cwd = folderOf({ 'a.json': faulty, 'b.json': eventsOf('order.paid') });
  const only = ['--only', 'invalid-event-name', '--only', 'duplicate-event-name'];
  const { err } = await run(['.', ...only, '--fix-unsafe'], { cwd });
  expect(err).toMatchInlineSnapshot(`
    "edgewise: 0 findings were fixed; 1 fix is not made:
              a.json:1: replace with "order.paid" (invalid-event-name): it would cause duplicate-event-name at b.json:1: duplicate definition of event "order.paid"
    "
  `);
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(faulty);
  const alone = await run(['a.json', ...only, '--fix-unsafe'], { cwd });
  expect(alone.err).toBe('edgewise: 1 finding was fixed in 1 file\n');
});

test('files are fixed beside one that is missing and one that is not UTF-8', async () => {
  const cwd = folderOf({
    'a.json': FAULTY,
    'b.json': Buffer.concat([Buffer.from(WELCOME.trimEnd().slice(0, -1)), Buffer.from([0xff])]),
  });
  const { code, out, err } = await run(
    ['a.json', 'b.json', 'gone.json', '--fix', '-f', 'compact'],
    { cwd },
  );
  expect(code).toBe(2);
  expect(err).toBe('edgewise: 1 finding was fixed in 1 file\nedgewise: gone.json: no such file\n');
  expect(out).toMatch(/(?:^|\n)b\.json:\S+ error: invalid UTF-8 .* \[invalid-json\]\n$/);
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(WELCOME);
});

test('standard input is checked, not fixed', async () => {
  const { code, err } = await run(['-', '--fix'], { input: FAULTY });
  expect(err).toContain('0 findings were fixed\n');
  expect(code).toBe(1);
});

test.each([
  [['--dry-run'], '--dry-run needs --fix, --fix-unsafe or --live'],
  [['--fix', '--shard', '1/2', '-f', 'blob=x'], '--fix cannot be used with --shard'],
])('%j is a usage error', async (flags, message) => {
  const { code, err } = await run(['.', ...flags], { cwd: folderOf({ 'a.json': WELCOME }) });
  expect(err).toContain(message);
  expect(code).toBe(2);
});

test('offsets in the JSON report are offsets in the text', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const { out } = await run(['welcome.json', '-f', 'json'], { cwd });
  const { findings } = JSON.parse(out) as {
    findings: { rule: string; fixes: { safety: string; edits: Edit[] }[] }[];
  };
  const fix = findings.find(({ rule }) => rule === 'unknown-step-type')?.fixes[0];
  expect(fix?.safety).toBe('safe');
  const [edit] = (fix?.edits ?? []) as [Edit];
  expect(FAULTY.slice(0, edit.startOffset) + edit.text + FAULTY.slice(edit.endOffset)).toBe(
    WELCOME,
  );
  writeFileSync(join(cwd, 'welcome.json'), WELCOME);
});

interface Edit {
  readonly pointer: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly text: string;
}

test('a read-only file and one with other hard links are not changed, and the report promises no fix', async () => {
  const files = { 'a.json': FAULTY, 'locked.json': FAULTY, 'linked.json': FAULTY };
  const cwd = folderOf(files);
  chmodSync(join(cwd, 'locked.json'), 0o444);
  linkSync(join(cwd, 'linked.json'), join(cwd, 'other.json'));
  const only = ['--only', 'unknown-step-type'];
  const { out, err } = await run(['.', ...only, '--fix'], { cwd });
  expect(err).toMatchInlineSnapshot(`
    "edgewise: 1 finding was fixed in 1 file
    edgewise: "linked.json", "other.json" are not corrected: the file has other hard links
    edgewise: "locked.json" is not corrected: the file is read-only
    "
  `);
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(WELCOME);
  for (const name of ['locked.json', 'linked.json', 'other.json'])
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(FAULTY);
  expect(out).toContain('locked.json');
  expect(out).not.toContain('fix:');
});

test('the temporary file of a killed run is replaced', async () => {
  const cwd = folderOf({ 'welcome.json': FAULTY });
  const left = `.edgewise-${fingerprint(['welcome.json'])}.tmp`;
  writeFileSync(join(cwd, left), 'half');
  await run(['welcome.json', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'welcome.json'), 'utf8')).toBe(WELCOME);
  expect(readdirSync(cwd)).toEqual(['welcome.json']);
});

test('a file with a comment refuses no fix of another file', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'b.json': `// a comment\n${WELCOME}` });
  const { err } = await run(['.', '--fix'], { cwd });
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(WELCOME);
  expect(err).toContain('edgewise: 1 finding was fixed in 1 file\n');
});

test('a text report prints the fixes that are made, and no others', async () => {
  const cwd = folderOf({ 'a.json': ENDLESS });
  const { out } = await run(['a.json'], { cwd });
  const { err } = await run(['a.json', '--fix-unsafe'], { cwd });
  const printed = out.split('\n').filter((line) => line.includes('fix: ')).length;
  expect(err).toContain(`edgewise: ${printed} finding`);
});
