import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { fileNameOf } from '../../src/features/live/files.ts';
import { pull } from '../../src/features/live/index.ts';
import { check } from '../../src/node/check.ts';
import { planOf } from '../node/plan.ts';
import { inFolder, readAll } from '../node/reading.ts';
import {
  account,
  event,
  type FaultOf,
  type Lists,
  listOf,
  readFrom,
  refuse,
  SMALL,
  send,
  serve,
  withKey,
  workflow,
} from './server.ts';

/** Pulls into the folder `a` of the working directory. */
async function pullFrom(
  lists: Lists,
  { prune = false, fault }: { prune?: boolean; fault?: FaultOf } = {},
) {
  const { url } = await serve(lists, fault);
  withKey(url);
  const { files, failures } = await pull({ folder: 'a', prune }, SMALL);
  return {
    changes: Object.fromEntries(files.map(({ file, change }) => [file, change])),
    exits: failures.map(({ exit }) => exit),
  };
}

const contentOf = (name: string) => JSON.parse(readFileSync(`a/${name}`, 'utf8'));
const failAt =
  (failing: string, status = 500): FaultOf =>
  ({ path }, response) =>
    path === failing ? refuse(response, status, 'No') : false;

const DOMAINS = [
  { object: 'domain', id: '2', name: 'b.io', secret: 1 },
  { object: 'domain', id: '1', name: 'a.io' },
];
const FILES = { 'events.json': 'same', 'welcome-x-x.json': 'same' };

test('what is no object in a list is written, and the list is not whole', async () => {
  inFolder({});
  const lists = { ...account('x'), topics: [{ id: 't' }] };
  await pullFrom(lists);
  const fault: FaultOf = ({ path }, response) =>
    path === '/topics' ? send(response, listOf([null, 7, { id: 't' }])) : false;
  expect((await pullFrom(lists, { fault })).changes['resources/topics.json']).toBe('complete');
  inFolder({});
  expect((await pullFrom(lists, { fault })).exits).toEqual([3]);
  expect(contentOf('resources/topics.json')).toMatchObject({ has_more: true, data: [null, 7, {}] });
});

test('one file a workflow, one for the events, one a resource: stable, and only what changed', async () => {
  inFolder({});
  const lists = { ...account('x'), domains: DOMAINS };
  expect(await pullFrom(lists)).toEqual({
    changes: { 'events.json': 'new', 'welcome-x-x.json': 'new', 'resources/domains.json': 'new' },
    exits: [],
  });
  expect(contentOf('resources/domains.json')).toEqual(
    listOf([
      { object: 'domain', id: '1', name: 'a.io' },
      { object: 'domain', id: '2', name: 'b.io' },
    ]),
  );
  const [shuffled] = account('x').automations.map((each) =>
    Object.fromEntries(Object.entries(each).reverse()),
  ) as ReturnType<typeof workflow>[];
  const renamed = workflow('x', { name: 'Hello' });
  const again = { ...lists, automations: [shuffled ?? renamed], domains: DOMAINS.toReversed() };
  expect((await pullFrom(again)).changes).toEqual({ ...FILES, 'resources/domains.json': 'same' });
  const { changes } = await pullFrom({ ...lists, automations: [renamed] });
  expect(changes['welcome-x-x.json']).toBe('updated');
  expect(readFileSync('a/welcome-x-x.json', 'utf8')).toMatch(
    /^\{\n {2}"object": "automation",\n {2}"id": "x",\n {2}"name": "Hello",\n {2}"status"/,
  );
});

test('what is pulled has the findings of the account', async () => {
  inFolder({});
  const lists = { automations: [workflow('x', { status: 'on' })], events: [event('spare')] };
  const plan = planOf(['unknown-event', 'unused-event', 'invalid-status', 'unknown-status']);
  await pullFrom(lists);
  const idsOf = ({ findings }: ReturnType<typeof check>) =>
    findings.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`).sort();
  const ofFiles = check(await readAll({ paths: ['a'] }), plan);
  const ofAccount = check(await readFrom(await serve(lists)), plan);
  expect(ofFiles.findings.length).toBeGreaterThan(1);
  expect(idsOf(ofFiles)).toEqual(idsOf(ofAccount));
});

test('a file that was changed here is not overwritten, nor deleted', async () => {
  inFolder({});
  await pullFrom(account('x', 'y'));
  writeFileSync('a/welcome-x-x.json', '{"mine": 1}');
  const { changes } = await pullFrom(
    { ...account('x'), automations: [workflow('x')] },
    { prune: true },
  );
  expect([changes['welcome-x-x.json'], changes['welcome-y-y.json']]).toEqual(['edited', 'deleted']);
  expect((await pullFrom({ automations: [], events: [] }, { prune: true })).changes).toEqual({
    ...{ 'events.json': 'updated', 'welcome-x-x.json': 'kept' },
  });
  expect(contentOf('welcome-x-x.json')).toEqual({ mine: 1 });
  expect(existsSync('a/welcome-y-y.json')).toBe(false);
});

test('nothing is gone where something was not read, and without --prune nothing is deleted', async () => {
  inFolder({});
  await pullFrom(account('x', 'y'));
  const one = { ...account('x', 'y'), automations: [workflow('x')] };
  expect((await pullFrom(one)).changes).toEqual({ ...FILES, 'welcome-y-y.json': 'gone' });
  const failed = await pullFrom(one, { prune: true, fault: failAt('/events') });
  expect(failed).toEqual({ changes: { 'welcome-x-x.json': 'same' }, exits: [3] });
  expect(readdirSync('a')).toContain('welcome-y-y.json');
});

test('a part of a list does not replace the whole, and is marked where there is none', async () => {
  inFolder({});
  const part: FaultOf = ({ path, query }, response) => {
    if (path !== '/events') return false;
    return query.has('after')
      ? refuse(response, 400, 'No')
      : send(response, listOf([event('1')], true));
  };
  expect((await pullFrom(account('x'), { fault: part })).changes['events.json']).toBe('new');
  expect(contentOf('events.json')).toMatchObject({ has_more: true });
  expect((await pullFrom(account('x'))).changes['events.json']).toBe('updated');
  const again = await pullFrom(account('x'), { fault: part });
  expect([again.changes['events.json'], again.exits]).toEqual(['complete', [3]]);
  expect(contentOf('events.json')).toMatchObject({ has_more: false });
});

test('a resource that the service no longer has is gone; one that is refused is not', async () => {
  inFolder({});
  const lists = { ...account('x'), domains: DOMAINS };
  await pullFrom(lists);
  expect((await pullFrom(lists, { prune: true, fault: failAt('/domains', 403) })).changes).toEqual(
    FILES,
  );
  expect((await pullFrom(account('x'), { prune: true })).changes).toEqual({
    ...{ ...FILES, 'resources/domains.json': 'deleted' },
  });
});

test('names stay inside of the folder, and no two workflows have one', async () => {
  inFolder({});
  const names = ['../../x', 'CON', '\u0000', 'é'.repeat(5000), 'same', 'Same'];
  const automations = names.map((name, i) =>
    workflow(i < 4 ? `../${i}` : ('aA'[i - 4] ?? ''), { name }),
  );
  await pullFrom({ automations, events: [] });
  expect(readdirSync('.')).toEqual(['a']);
  const files = readdirSync('a');
  expect(files).toHaveLength(automations.length + 2);
  expect(files.every((file) => /^\.edgewise-pull\.json$|^[a-z0-9-]{1,80}\.json$/.test(file))).toBe(
    true,
  );
  expect(fileNameOf('X', '12345678-1234-1234-1234-123456789ABC')).toBe('x-12345678.json');
});

test('a file that pull has not written is not overwritten; equal ones are adopted', async () => {
  inFolder({ 'a.txt': '' });
  mkdirSync('a');
  writeFileSync('a/events.json', '[]');
  await expect(pullFrom(account('x'))).rejects.toThrow('"a/events.json" was not written by pull');
  expect(readdirSync('a')).toEqual(['events.json']);
  rmSync('a/events.json');
  await pullFrom(account('x'));
  rmSync('a/.edgewise-pull.json');
  expect((await pullFrom(account('x'))).changes).toEqual(FILES);
});

test('a manifest that leads out of the folder is not believed', async () => {
  inFolder({ 'keep.json': '{}' });
  await pullFrom(account('x'));
  const manifest = contentOf('.edgewise-pull.json');
  manifest.files['../keep.json'] = { id: 'gone', sha256: manifest.files['events.json'].sha256 };
  writeFileSync('a/.edgewise-pull.json', JSON.stringify(manifest));
  expect((await pullFrom(account('x'), { prune: true })).changes).toEqual(FILES);
  expect(existsSync('keep.json')).toBe(true);
});

test('nothing is written through a link', async () => {
  inFolder({});
  const outside = mkdtempSync(`${tmpdir()}/edgewise-outside-`);
  symlinkSync(outside, 'a');
  await expect(pullFrom(account('x'))).rejects.toThrow('its folder is reached by a symbolic link');
  rmSync('a');
  mkdirSync('a');
  symlinkSync(outside, 'a/resources');
  await expect(pullFrom({ ...account('x'), domains: DOMAINS })).rejects.toThrow('symbolic link');
  expect(readdirSync(outside)).toEqual([]);
  rmSync('a', { recursive: true });
  writeFileSync('a', '');
  await expect(pullFrom(account('x'))).rejects.toThrow(
    'cannot write "a": a file has the name of the folder',
  );
});

test('where nothing is read, nothing is written: exit 2', async () => {
  inFolder({});
  const fault: FaultOf = (_, response) => refuse(response, 401, 'Who?');
  expect(await pullFrom({}, { fault })).toEqual({ changes: {}, exits: [2] });
  expect(readdirSync('.')).toEqual([]);
});
