/** Source files among the inputs: which are read, and what a run says where they hold nothing. */
import { expect, test } from 'vitest';
import { sourceDecoder } from '../../src/cli/parts.ts';
import { CLEAN, checkAll, EVENTS, failuresIn, inFolder, readAll } from './reading.ts';

const SEND = `import { Resend } from 'resend';
const resend = new Resend(key);
export const left = () => resend.events.send({ event: 'user.left', email });`;
const EMAILS = "import { Resend } from 'resend'; new Resend(key).emails.send({ to });";
const OPEN = "import { Resend } from 'resend'; new Resend(key).events.send(body);";

const namesIn = async (paths: readonly string[]): Promise<readonly string[]> => {
  const { documents = [] } = await readAll({ paths, sourceDecoder });
  return documents.map(({ input }) => input.name);
};

test('in a folder: no tests, no types, nothing that is built', async () => {
  const folders = ['dist/a.js', 'build/a.js', 'out/a.js', 'coverage/a.js', 'src/__tests__/a.ts'];
  const others = ['node_modules/a/a.js', 'a.test.ts', 'a.spec.tsx', 'a.d.ts', 'a.d.mts', 'a.css'];
  const read = ['a.js', 'b.mjs', 'c.cjs', 'd.jsx', 'e.ts', 'f.mts', 'g.cts', 'src/h.tsx'];
  inFolder(Object.fromEntries([...folders, ...others, ...read].map((name) => [name, SEND])));
  expect(await namesIn(['.'])).toEqual(read);
});

test('what is named is read', async () => {
  inFolder({ 'dist/a.js': SEND, 'b.test.ts': SEND, 'build/c.js': SEND });
  expect(await namesIn(['dist', 'b.test.ts', 'build/*.js'])).toEqual([
    'b.test.ts',
    'build/c.js',
    'dist/a.js',
  ]);
});

test('imports lead to files that do not mention the service', async () => {
  inFolder({
    'names.ts': "export const LEFT = 'user.lft';",
    'use.ts': `import { LEFT } from './names';\n${SEND.replace("'user.left'", 'LEFT')}`,
  });
  const { documents = [], mentions } = await readAll({ sourceDecoder });
  expect(documents.flatMap(({ calls }) => calls.map(({ event }) => event))).toEqual(['user.lft']);
  expect(mentions).toEqual(['use.ts']);
});

test('where no file mentions the service, the parser is not loaded', async () => {
  inFolder({ 'a.ts': 'export const a = 1;' });
  const load = () => Promise.reject(new Error('loaded'));
  expect(await readAll({ sourceDecoder: { ...sourceDecoder, load } })).not.toHaveProperty(
    'documents',
  );
});

test.each([
  ['only emails', { 'a.ts': EMAILS }, 'a.ts: sends no events and creates no workflows (2)'],
  [
    'nothing that is resolved',
    { 'a.ts': OPEN },
    'a.ts: no call could be resolved; "edgewise record" runs the program and checks it (3)',
  ],
  ['nothing of the service', { 'a.ts': '1' }, '.: no workflows or event definitions found (2)'],
])('%s', async (_, files, failure) => {
  inFolder(files);
  expect(failuresIn(await checkAll({ sourceDecoder }))).toEqual([failure]);
});

test('other input is enough', async () => {
  inFolder({ 'a.ts': EMAILS, 'b.ts': OPEN, 'w.json': CLEAN, 'e.json': EVENTS });
  const { failures, notChecked } = await checkAll({ sourceDecoder });
  expect(failures).toEqual([]);
  expect(notChecked.map(({ of, reason }) => of && `${of} ${reason}`)).toContain(
    'b.ts:1 not resolved: the event of events.send; use edgewise record',
  );
});

test('a call of an event that an export does not define', async () => {
  inFolder({ 'a.ts': SEND, 'w.json': CLEAN, 'e.json': EVENTS });
  const { findings } = await checkAll({ sourceDecoder });
  const [finding] = findings.filter(({ rule }) => rule === 'unknown-event');
  expect(finding?.location.region).toMatchObject({ startLine: 3, startColumn: 55 });
  expect(finding?.fixes).toEqual([]);
});

test('a workflow of a file and its export are one', async () => {
  const { name, ...graph } = JSON.parse(CLEAN);
  const create = `import { Resend } from 'resend';
const { error } = await new Resend(key).automations.create(${JSON.stringify({ ...graph, name })});
if (error) throw error;`;
  inFolder({ 'a.ts': create, 'w.json': CLEAN, 'e.json': EVENTS });
  const { findings, counts } = await checkAll({ sourceDecoder });
  expect(counts.workflows).toBe(1);
  expect(findings.filter(({ rule }) => rule === 'duplicate-name')).toEqual([]);
});
