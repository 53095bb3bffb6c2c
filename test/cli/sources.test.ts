/** Source files as input of lint, by the built program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, edgewise, folderOf } from './program.ts';

const SDK =
  "import { Resend } from 'resend';\nexport const resend = new Resend(process.env.RESEND_API_KEY);\n";
const SEND = `${SDK}const { error } = await resend.events.send({ event: 'user.creatd', email });
if (error) throw error;
export const send = async (event) => (await resend.events.send({ event, email })).error;
`;
const FILES = { 'src/send.ts': SEND, 'src/send.test.ts': SEND, 'export/events.json': EVENTS };

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly location: { readonly source: string; readonly region: { readonly startLine: number } };
  }[];
  readonly notChecked: readonly { readonly reason: string }[];
}

function foundIn(folder: string, ...words: readonly string[]) {
  const { code, out } = edgewise([...words, '-f', 'json'], { cwd: folder });
  const { findings, notChecked }: Report = JSON.parse(out);
  const found = findings.map(
    ({ rule, location: { source, region } }) => `${rule} ${source}:${region.startLine}`,
  );
  const open = notChecked.flatMap(({ reason }) => /^(\S+): not resolved/.exec(reason)?.[1] ?? []);
  return { code, found, open };
}

test('exports and source files are one workspace', () => {
  const folder = folderOf(FILES);
  const found = ['unknown-event src/send.ts:3'];
  const open = ['src/send.ts:5'];
  expect(foundIn(folder)).toEqual({ code: 1, found, open });
  expect(foundIn(folder, 'src', '--events', 'export')).toEqual({ code: 1, found, open });
  expect(foundIn(folder, 'src/*.test.ts', 'export').found).toEqual([
    'unknown-event src/send.test.ts:3',
  ]);
});

test('a baseline and a suppression hold for source files', () => {
  const folder = folderOf({
    ...FILES,
    'edgewise.config.json': JSON.stringify({
      suppressions: [{ rule: 'unknown-event', event: 'user.creatd', reason: 'old shop' }],
    }),
  });
  expect(edgewise(['.'], { cwd: folder }).code).toBe(0);
  const words = ['.', '--no-config', '--baseline', 'b.json'];
  edgewise([...words, '--update-baseline'], { cwd: folder });
  expect(edgewise(words, { cwd: folder }).code).toBe(0);
});

test('fixes do not change source files', () => {
  const folder = folderOf(FILES);
  expect(edgewise(['--fix'], { cwd: folder }).code).toBe(1);
  expect(readFileSync(join(folder, 'src/send.ts'), 'utf8')).toBe(SEND);
});

test('a workflow in source and in an export is one', () => {
  const { id, ...body } = JSON.parse(CLEAN.replace('event_name', 'eventName'));
  const folder = folderOf({
    'setup.ts': `${SDK}const { error } = await resend.automations.create(${JSON.stringify(body)});\nif (error) throw error;\n`,
    'export/welcome.json': JSON.stringify({ id, ...body }),
    'export/events.json': EVENTS,
  });
  expect(foundIn(folder)).toEqual({ code: 0, found: [], open: [] });
});

test.each([
  [
    'nothing is resolved',
    `${SDK}export const f = (e) => resend.events.send({ event: e, email: e });`,
    3,
  ],
  ['only emails are sent', `${SDK}await resend.emails.send({ to });`, 2],
  ['the service is not mentioned', 'bus.events.send({ event });', 2],
])('%s', (_, text, expected) => {
  expect(edgewise([], { cwd: folderOf({ 'a.ts': text }) }).code).toBe(expected);
});

test('a source file that is too large is named where it mentions the service', () => {
  const large = SEND + '// '.repeat(400_000);
  const files = { ...FILES, 'src/large.ts': large, 'src/other.js': '// '.repeat(400_000) };
  const { out } = edgewise(['--no-config'], { cwd: folderOf(files) });
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'among them src/large.ts (a source file of more than 1 MB)',
  );
  expect(out).not.toContain('other.js');
});
