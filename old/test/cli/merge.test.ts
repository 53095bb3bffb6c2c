import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureDocuments } from '../fixtures.ts';
import { runLive } from '../live/run.ts';
import { joinedEvents, serveFiles, startService, welcomes } from '../live/service.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, type Run, run } from './run.ts';
import { blobsOf, shard } from './sharded.ts';

// Shards and their merge: the same bytes as one run, or a refusal.

const fixtures = new Map<string, string[]>();
for (const { document, text } of fixtureDocuments()) {
  const name = document.ref.source.replaceAll('/', '-');
  fixtures.set(name, [...(fixtures.get(name) ?? []), text]);
}
const LIST = {
  object: 'list',
  has_more: true,
  data: [
    { id: 'wf_1', name: 'A', status: 'enabled' },
    { id: 'wf_welcome', name: 'B', status: 'enabled' },
    7,
  ],
};
const FILES: Record<string, string> = {
  ...Object.fromEntries(
    [...fixtures]
      .filter((_, i) => i % 15 === 0)
      .map(([name, texts]) => [`fixtures/${name}`, texts.join('\n')]),
  ),
  'a/lines.ndjson': Array.from({ length: 60 }, (_, i) =>
    (i % 3 === 0 ? FAULTY : CLEAN).replace('wf_welcome', `wf_${i - (i % 4 === 1 ? 1 : 0)}`),
  ).join('\n'),
  'a/list.json': JSON.stringify(LIST),
  'a/all.json': JSON.stringify({
    workflows: [JSON.parse(CLEAN), JSON.parse(FAULTY)],
    events: JSON.parse(EVENTS),
  }),
  'a/nameless.json': JSON.stringify([
    { steps: [], edges: [] },
    { steps: [{}], edges: [{ from: 'x', to: 'y' }] },
  ]),
  'a/twice.json': '{"object":"workflow","id":"one","id":"two","name":"T","steps":[],"edges":[]}',
  'a/other.json': '{"compilerOptions":{}}',
  'events.json': EVENTS,
};
// Every shard needs these whole.
const DEFINING = ['fixtures', 'a/all.json', 'events.json'].flatMap((path) => ['--events', path]);
const folder = folderOf(FILES);
const FORMATS = ['json', 'sarif', 'junit', 'gitlab', 'markdown'];
// In another folder, since the next run would read files in this one.
const reports = folderOf({});
const files = (prefix: string): string[] =>
  FORMATS.flatMap((format) => ['-f', `${format}=${join(reports, prefix)}.${format}`]);

test('a merge prints the fixes of one run', async () => {
  const faulty = (name: string): string =>
    FAULTY.replace('wf_welcome', name)
      .replace('"send_email"', '"send_emial"')
      .replace('"enabled"', '"enabeld"');
  const cwd = folderOf({ 'a.json': faulty('a'), 'b.json': faulty('b'), 'events.json': EVENTS });
  const text = ['--max-findings', '0', '-f', 'text'];
  const withoutTime = ({ out }: Run): string => out.replace(/ · [\d.]+ m?s/, '');
  const args = ['.', '--events', 'events.json'];
  const alone = await run([...args, ...text], { cwd });
  await shard({ args, cwd, total: 2 });
  const merged = await run(['merge', ...blobsOf(2), ...text], { cwd });
  expect(withoutTime(alone)).toContain('can be fixed with --fix');
  expect(withoutTime(merged)).toBe(withoutTime(alone));
});

describe('merged reports have the bytes of one run', () => {
  test.each([
    ['everything', [...DEFINING], ['--preset', 'strict'], 3],
    ['a status', ['--status', 'enabled', ...DEFINING], [], 4],
    ['with --workflow', ['--workflow', 'wf_8', '--workflow', 'nobody', ...DEFINING], [], 2],
    ['more shards than workflows', ['a/list.json', '--events', 'events.json'], [], 12],
    ['what cannot be read', ['gone.json', 'a', 'fixtures', 'gone.json', ...DEFINING], [], 2],
  ])('%s', async (_, scope, settings, total) => {
    const args = [...scope, ...settings];
    const alone = await run([...args, ...files('alone')], { cwd: folder });
    const runs = await shard({ args, cwd: folder, total });
    for (const { err } of runs) expect(err).not.toContain('itself failed');
    const merged = await run(
      ['merge', ...blobsOf(total).reverse(), ...settings, ...files('merged')],
      { cwd: folder },
    );
    expect(merged).toEqual(alone);
    for (const format of FORMATS)
      expect(readFileSync(join(reports, `merged.${format}`), 'utf8'), format).toBe(
        readFileSync(join(reports, `alone.${format}`), 'utf8'),
      );
  });

  test('baseline, suppressions, thresholds and notes apply to all shards together', async () => {
    const config = {
      suppressions: [
        { rule: 'duplicate-workflow-id', workflow: 'wf_8', reason: 'known' },
        { rule: 'cycle', workflow: 'Welcome series', reason: 'gone' },
      ],
    };
    const cwd = folderOf({ ...FILES, 'edgewise.config.json': JSON.stringify(config) });
    const scope = ['a', ...DEFINING.slice(2)];
    await run(['a/lines.ndjson', '--baseline', 'b.json', '--update-baseline'], { cwd });
    for (const args of [
      ['--baseline', 'b.json'],
      ['--fail-on', 'never'],
      ['--max-warnings', '0', '--fail-on', 'never'],
      ['--show-suppressed'],
    ]) {
      const alone = await run([...scope, ...args, '-f', 'json'], { cwd });
      await shard({
        args: [...scope, ...args.slice(0, 2)].filter((word) => word !== '--show-suppressed'),
        cwd,
        total: 3,
      });
      expect(await run(['merge', '.', ...args, '-f', 'json'], { cwd })).toEqual(alone);
      expect(alone.err).toContain('this suppression of "cycle" matches nothing');
    }
  });

  test('an event that two files define differently is reported', async () => {
    const eventsOf = (schema: object) => ({
      object: 'list',
      has_more: false,
      data: [{ id: 'ev_1', name: 'user.created', schema }],
    });
    const reader = (id: string) =>
      CLEAN.replace('wf_welcome', id).replace('Welcome!', 'Welcome, {{event.nickname}}!');
    const cwd = folderOf({
      'a.json': JSON.stringify({ workflows: [], events: eventsOf({ name: 'string' }) }),
      'events.json': JSON.stringify(eventsOf({ nickname: 'string' })),
      'workflows.ndjson': Array.from({ length: 20 }, (_, i) => reader(`wf_${i}`)).join('\n'),
    });
    const args = ['--events', 'events.json', '--events', 'a.json'];
    const alone = await run([...args, '-f', 'json'], { cwd });
    await shard({ args, cwd, total: 3 });
    expect(await run(['merge', '.', '-f', 'json'], { cwd })).toEqual(alone);
  });

  test('an account is read once in total by all shards', async () => {
    const service = await startService({ workflows: welcomes(12), events: joinedEvents(12) });
    const cwd = folderOf({});
    const alone = await runLive(['--live', '-f', 'json'], { url: service.url, cwd });
    const gets = () => service.asked.filter((path) => /^\/workflows\/./.test(path)).length;
    expect(gets()).toBe(12);
    for (let i = 1; i <= 5; i++)
      await runLive(['--live', '--shard', `${i}/5`, '-f', `blob=${i}.blob`], {
        url: service.url,
        cwd,
      });
    expect(gets()).toBe(24);
    expect(await run(['merge', '.', '-f', 'json'], { cwd })).toEqual(alone);
  });

  test('findings in resources of an account, which each shard reads, are listed once', async () => {
    const sender = (id: number) => ({
      ...{ object: 'automation', id: `${id}`, name: `W${id}`, status: 'enabled' },
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
        {
          key: 'mail',
          type: 'send_email',
          config: { template: { id: `t${id % 2}` }, from: 'a@mail.parcel.io' },
        },
      ],
      connections: [{ from: 'start', to: 'mail', type: 'default' }],
    });
    const template = { status: 'published', subject: 'Hi', html: '<p>{{{CITY}}}</p>' };
    const account = {
      workflows: [1, 2, 3, 4, 5].map(sender),
      events: JSON.parse(EVENTS),
      templates: ['t0', 't1', 't2'].map((id) => ({ ...template, id, name: 5, variables: [] })),
      domains: [{ id: 'd1', name: 'parcel.io', status: 'verified' }, { id: 'd2' }],
    };
    const served = await serveFiles(folderOf({ 'all.json': JSON.stringify(account) }));
    const cwd = folderOf({});
    const live = (...args: readonly string[]) =>
      runLive(['--live', ...args], { url: served.url, cwd });
    const alone = await live('-f', 'json');
    expect(alone.out).toContain('this domain has no \\"name\\"');
    for (let i = 1; i <= 3; i++) await live('--shard', `${i}/3`, '-f', `blob=${i}.blob`);
    expect(await run(['merge', '.', '-f', 'json'], { cwd })).toEqual(alone);
    served.stop();
  });

  test('overrides, standard input, a single shard and a line of several megabytes', async () => {
    const events = {
      object: 'list',
      has_more: false,
      data: [{ name: 'user.created', note: 'x'.repeat(5e6) }],
    };
    const cwd = folderOf({
      'events.json': JSON.stringify(events),
      'edgewise.config.json':
        '{ "overrides": [{ "workflows": "Welcome*", "rules": { "excessive-delay": ["info", { "max": "1 day" }] } }] }',
    });
    const args = ['-', '--events', 'events.json'];
    const alone = await run([...args, '-f', 'json'], { cwd, input: FAULTY });
    const { code } = await run([...args, '--shard', '1/1', '-f', 'blob=1.blob'], {
      cwd,
      input: FAULTY,
    });
    expect(code).toBe(1);
    const merged = await run(['merge', '1.blob', '-f', 'json'], { cwd });
    const found = ({ out }: Run): unknown =>
      JSON.parse(out).findings.map(({ rule, fingerprint }: Record<string, string>) => [
        rule,
        fingerprint,
      ]);
    expect(found(merged)).toEqual(found(alone));
    expect(merged.code).toBe(1);
  });

  test('a run without shards can be written as a blob', async () => {
    const alone = await run(['a', '-f', 'json', '-f', 'blob=whole.blob'], { cwd: folder });
    expect(await run(['merge', 'whole.blob', '-f', 'json'], { cwd: folder })).toEqual(alone);
  });
});

test('a shard reports its findings and what it did not check, and fails for a faulty input', async () => {
  const cwd = folderOf({
    'a.json': FAULTY,
    'events.json': EVENTS,
    'b.json': FAULTY.replace('"send_email"', '"delay"').replace('wf_welcome', 'wf_9'),
  });
  const index = 1;
  const { code, err, out } = await run(
    ['--events', 'events.json', '-f', 'blob=x.blob', '-f', 'text'],
    {
      cwd,
      env: { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: '2' },
    },
  );
  expect(code).toBe(1);
  expect(err).toBe(
    `edgewise: this is shard ${index} of 2, by CI_NODE_INDEX and CI_NODE_TOTAL; --shard 1/1 checks everything\n`,
  );
  expect(out).toContain('invalid-config');
  expect(out.replace(/\s+/g, ' ')).toContain(
    `this is shard ${index} of 2: edgewise merge checks it for all of them`,
  );
});

test('findings of the merge have lines when the files are unchanged', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'b.json': FAULTY, 'events.json': EVENTS });
  await shard({ args: ['.', '--events', 'events.json'], cwd, total: 2 });
  writeFileSync(join(cwd, 'a.json'), `${FAULTY} `);
  rmSync(join(cwd, 'b.json'));
  const merged = await run(['merge', '1.blob', '2.blob', '-f', 'json'], { cwd });
  expect(merged.code).toBe(1);
  expect(merged.err).toBe(
    'edgewise: a.json and 1 other file: not here as the shards read them, so some findings have no line\n',
  );
  const { findings } = JSON.parse(merged.out) as { findings: { rule: string; location: object }[] };
  expect(findings.map(({ rule }) => rule)).toContain('dangling-edge');
  for (const { rule, location } of findings)
    if (rule === 'dangling-edge') expect(location).not.toHaveProperty('region');
  writeFileSync(join(cwd, 'b.json'), FAULTY);
  expect((await run(['merge', '1.blob', '2.blob'], { cwd })).err).toBe(
    'edgewise: a.json: not here as the shards read it, so some findings have no line\n',
  );
  // Of the same size, but without workflows or events, so it is not quoted.
  writeFileSync(join(cwd, 'a.json'), 'x'.repeat(FAULTY.length));
  expect((await run(['merge', '1.blob', '2.blob'], { cwd })).out).not.toContain('xxx');
});

test.each([
  ['event definitions', EVENTS],
  ['resources', '{"object":"list","has_more":false,"data":[{"object":"template","id":"a"}]}'],
])('%s among the divided documents are a usage error that names --events', async (what, text) => {
  const cwd = folderOf({ 'a.json': CLEAN, 'some.json': text });
  const runs = await shard({ args: ['.'], cwd, total: 2 });
  const refused = runs.filter(({ code }) => code === 2);
  expect(refused.map(({ err }) => err.slice(err.indexOf('"some')))).toEqual([
    `"some.json" has ${what}, which every shard needs whole\n          give it to --events: --events some.json\n`,
  ]);
});
