import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, run } from './run.ts';

const workflow = (id: string, event: string) =>
  FAULTY.replaceAll('wf_welcome', `wf_${id}`)
    .replace('Welcome series', `${id} series`)
    .replace('user.created', event);
const eventsOf = (...events: readonly (readonly [string, object | null])[]) =>
  JSON.stringify({
    object: 'list',
    has_more: false,
    data: events.map(([name, schema]) => ({ id: `ev_${name}`, name, schema })),
  });
const EVENTS = [
  ['user.created', null],
  ['order.paid', { total: 'number' }],
] as const;

function repository(): string {
  const cwd = folderOf({
    'flows/order.json': workflow('order', 'order.paid'),
    'flows/signup.json': workflow('signup', 'user.created'),
    'flows/two.ndjson': `${workflow('third', 'user.created')}\n${workflow('fourth', 'user.created')}\n`,
    'events.json': eventsOf(...EVENTS),
  });
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Export');
  return cwd;
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync(
    'git',
    [
      '-c',
      'user.name=Juniper',
      '-c',
      'user.email=dev@juniper.io',
      '-c',
      'commit.gpgsign=false',
      ...args,
    ],
    { cwd },
  );
}

async function faulty(cwd: string, ...args: readonly string[]) {
  const { out, err, code } = await run(
    [...args, '--changed-since', 'main', '--only', 'dangling-edge', '-f', 'json'],
    { cwd },
  );
  const ids = JSON.parse(out).findings.map((finding: { workflow: { id: string } }) =>
    finding.workflow.id.slice(3),
  );
  return { code, err, ids: [...new Set(ids)] };
}

test('without changes nothing is reported, with a note', async () => {
  const cwd = repository();
  expect(await faulty(cwd)).toEqual({
    code: 0,
    ids: [],
    err: 'edgewise: checked 0 of 4 workflows: changed since main\n',
  });
  expect((await run(['--changed-since', 'main'], { cwd })).out).toContain(
    'note: checked 0 of 4 workflows: changed since main\n',
  );
});

test('a changed workflow is reported, also one of many in a file, and from a subfolder', async () => {
  const cwd = repository();
  writeFileSync(
    join(cwd, 'flows/two.ndjson'),
    `${workflow('third', 'user.created')}\n${workflow('fourth', 'user.created').replace('welcom"', 'welco"')}\n`,
  );
  expect(await faulty(cwd)).toMatchObject({ code: 1, ids: ['fourth'] });
  expect(await faulty(join(cwd, 'flows'))).toMatchObject({ code: 1, ids: ['fourth'] });
  expect(await faulty(join(cwd, 'flows'), '..')).toMatchObject({ code: 1, ids: ['fourth'] });
});

test('a linked file or folder is compared with its target in git', async () => {
  const cwd = repository();
  const elsewhere = folderOf({});
  symlinkSync(join(cwd, 'flows'), join(elsewhere, 'link'));
  symlinkSync(join(cwd, 'flows/order.json'), join(elsewhere, 'order.json'));
  writeFileSync(
    join(cwd, 'flows/signup.json'),
    workflow('signup', 'user.created').replace('welcom"', 'welco"'),
  );
  expect(await faulty(cwd, join(elsewhere, 'link'))).toMatchObject({ code: 1, ids: ['signup'] });
  expect(await faulty(cwd, join(elsewhere, 'order.json'))).toMatchObject({ code: 0, ids: [] });
});

test('new files count as changed, committed or not, and so does standard input', async () => {
  const cwd = repository();
  writeFileSync(join(cwd, 'new.json'), workflow('new', 'user.created'));
  writeFileSync(join(cwd, '.gitignore'), 'new.json\n');
  expect(await faulty(cwd)).toMatchObject({ code: 1, ids: ['new'] });
  git(cwd, 'checkout', '-qb', 'topic');
  git(cwd, 'add', '-f', '.');
  git(cwd, 'commit', '-qm', 'Add one');
  expect(await faulty(cwd)).toMatchObject({ code: 1, ids: ['new'] });
  expect(
    (await run(['-', '--changed-since', 'main', '--only', 'dangling-edge'], { cwd, input: FAULTY }))
      .code,
  ).toBe(1);
});

test('renaming or reformatting a file is not a change', async () => {
  const cwd = repository();
  renameSync(join(cwd, 'flows/order.json'), join(cwd, 'flows/checkout.json'));
  const { edges, ...rest } = JSON.parse(workflow('signup', 'user.created'));
  writeFileSync(
    join(cwd, 'flows/signup.json'),
    `\n${JSON.stringify({ edges, ...rest }, null, 4)}\n`,
  );
  writeFileSync(join(cwd, 'events.json'), JSON.stringify(JSON.parse(eventsOf(...EVENTS)), null, 2));
  expect(await faulty(cwd)).toMatchObject({ code: 0, ids: [] });
  writeFileSync(join(cwd, 'flows/copy.json'), workflow('order', 'order.paid'));
  expect((await faulty(cwd)).ids, 'one of the two is new').toHaveLength(1);
});

test('workflows that depend on a changed, removed or added event count as changed', async () => {
  const cwd = repository();
  const write = (text: string) => writeFileSync(join(cwd, 'events.json'), text);
  write(eventsOf(EVENTS[0], ['order.paid', { total: 'string' }]));
  expect(await faulty(cwd)).toMatchObject({ ids: ['order'] });
  write(eventsOf(['user.created', {}], EVENTS[1]));
  expect(await faulty(cwd)).toMatchObject({ ids: ['signup', 'third', 'fourth'] });
  write(eventsOf(...EVENTS, ['user.left', null]));
  expect(await faulty(cwd)).toMatchObject({ ids: [] });
  write(eventsOf(EVENTS[0]));
  expect(
    (await run(['--changed-since', 'main', '--only', 'unknown-event'], { cwd })).out,
  ).toContain('order.paid');
  rmSync(join(cwd, 'events.json'));
  expect((await faulty(cwd)).ids).toHaveLength(4);
  expect(await faulty(cwd, '.', '--events', 'none')).toMatchObject({ ids: [] });
});

test('a workflow with a misspelt event depends on the event that it most likely means', async () => {
  const reads = workflow('typo', 'order.payd').replace(
    '"template_id":"tpl_welcome"',
    '"template_id":"tpl_welcome","variables":{"SUM":{"var":"event.total"}}',
  );
  const cwd = repository();
  writeFileSync(join(cwd, 'flows/typo.json'), reads);
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Misspell');
  const rulesNow = async (events: string) => {
    writeFileSync(join(cwd, 'events.json'), events);
    const only = ['unknown-event', 'unknown-variable'].flatMap((id) => ['--only', id]);
    const args = ['flows/typo.json', 'events.json', '--changed-since', 'HEAD', '-f', 'json'];
    const { out } = await run([...args, ...only], { cwd });
    return JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule);
  };
  expect(await rulesNow(eventsOf(...EVENTS))).toEqual([]);
  expect(await rulesNow(eventsOf(...EVENTS, ['user.left', null]))).toEqual([]);
  const renamed = ['order.paid', { amount: 'number' }] as const;
  expect(await rulesNow(eventsOf(EVENTS[0], renamed))).toEqual([
    'unknown-event',
    'unknown-variable',
  ]);
  expect(await rulesNow(eventsOf(EVENTS[0]))).toEqual(['unknown-event']);
});

test('workflows that use a changed template count as changed', async () => {
  const template = (key: string) =>
    JSON.stringify({
      object: 'list',
      has_more: false,
      data: [
        {
          id: 'tpl_welcome',
          name: 'Order',
          status: 'published',
          variables: [{ key, type: 'string' }],
        },
      ],
    });
  const cwd = repository();
  mkdirSync(join(cwd, 'resources'));
  writeFileSync(join(cwd, 'resources/templates.json'), template('NAME'));
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Add a template');
  const missing = async () => {
    const args = ['--changed-since', 'HEAD', '--only', 'missing-template-variable', '-f', 'json'];
    const { out } = await run(args, { cwd });
    return JSON.parse(out).findings.map(({ message }: { message: string }) => message);
  };
  expect(await missing()).toEqual([]);
  writeFileSync(join(cwd, 'resources/templates.json'), template('PLAN'));
  expect(new Set(await missing())).toEqual(
    new Set(['send_email "welcome" lacks variable "PLAN" of template "tpl_welcome"']),
  );
  writeFileSync(
    join(cwd, 'resources/templates.json'),
    template('PLAN').replace('tpl_welcome', 'tpl_other'),
  );
  expect(await missing()).toEqual([]);
});

test('an event is reported as unused when the changed workflow no longer uses it', async () => {
  const cwd = repository();
  writeFileSync(join(cwd, 'flows/order.json'), workflow('order', 'user.created'));
  expect(
    await run(['--changed-since', 'main', '--only', 'unused-event', '--fail-on', 'info'], { cwd }),
  ).toMatchObject({ code: 1 });
});

test('a changed file that cannot be read is reported', async () => {
  const cwd = repository();
  writeFileSync(join(cwd, 'flows/order.json'), '{ "steps": [');
  expect(await run(['--changed-since', 'main'], { cwd })).toMatchObject({ code: 1 });
  git(cwd, 'commit', '-qam', 'Break it');
  expect(
    (await run(['--changed-since', 'HEAD', '--only', 'dangling-edge'], { cwd })).out,
  ).not.toContain('invalid-json');
});

test('unchanged files are still read: a new workflow that conflicts with an old one is reported', async () => {
  const cwd = repository();
  writeFileSync(join(cwd, 'flows/twin.json'), CLEAN.replace('Welcome series', 'order series'));
  expect(
    (await run(['--changed-since', 'main', '--only', 'duplicate-workflow-name'], { cwd })).out,
  ).toContain('order series');
});

test.each([
  [['--changed-since', 'mian'], 'git has no revision "mian"; did you mean "main"?'],
  [['--changed-since=--output=/tmp/x'], 'git has no revision'],
  [['--changed-since', 'main', '--live'], '--changed-since is for files'],
])('%j is a usage error', async (args, message) => {
  const { code, err, out } = await run([...args, '-f', 'json'], { cwd: repository() });
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err.split('\n').length).toBeLessThanOrEqual(3);
  expect(JSON.parse(out).complete).toBe(false);
});

test('files of a submodule count as new in the repository around it', async () => {
  const [inner, cwd] = [repository(), repository()];
  git(cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'vendor');
  git(cwd, 'commit', '-qam', 'Add the flows of others');
  expect((await faulty(cwd, 'flows', 'events.json', 'vendor')).ids.length).toBeGreaterThan(0);
  expect((await faulty(join(cwd, 'vendor'))).ids).toEqual([]);
});

test('paths may contain spaces and line breaks, and the command may be started in a subfolder', async () => {
  const cwd = repository();
  const name = 'flows/a b\nc é.json';
  writeFileSync(join(cwd, name), workflow('odd', 'user.created'));
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Odd');
  expect((await faulty(cwd)).ids).toEqual([]);
  writeFileSync(join(cwd, name), workflow('odd', 'order.paid'));
  expect((await faulty(cwd)).ids).toEqual(['odd']);
  expect((await faulty(join(cwd, 'flows'))).ids).toEqual(['odd']);
});

test('a file that git had in gzip, or in a folder that is gone, is compared with what it was', async () => {
  const cwd = repository();
  writeFileSync(join(cwd, 'packed.json.gz'), gzipSync(workflow('packed', 'user.created')));
  writeFileSync(join(cwd, 'broken.json.gz'), 'no gzip');
  mkdirSync(join(cwd, 'more'));
  writeFileSync(join(cwd, 'more/only.json'), eventsOf(['more.sent', null]));
  writeFileSync(join(cwd, 'more/user.json'), workflow('more', 'more.sent'));
  renameSync(join(cwd, 'more/user.json'), join(cwd, 'user.json'));
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'Pack');
  expect((await faulty(cwd, 'packed.json.gz', 'user.json', 'events.json')).ids).toEqual([]);
  rmSync(join(cwd, 'more'), { recursive: true });
  writeFileSync(join(cwd, 'packed.json.gz'), gzipSync(`\n${workflow('packed', 'user.created')}`));
  writeFileSync(join(cwd, 'broken.json.gz'), gzipSync(workflow('broken', 'user.created')));
  const paths = ['packed.json.gz', 'broken.json.gz', 'user.json', 'events.json'];
  expect((await faulty(cwd, ...paths)).ids).toEqual(['broken', 'more']);
});

test('a file whose old version was not UTF-8 counts as changed', async () => {
  const cwd = repository();
  const path = join(cwd, 'flows/signup.json');
  writeFileSync(path, Buffer.from(workflow('signup', 'user.created'), 'utf16le'));
  git(cwd, 'commit', '-qam', 'Save as UTF-16');
  writeFileSync(path, workflow('signup', 'user.created'));
  expect(await faulty(cwd)).toMatchObject({ code: 1, ids: ['signup'] });
});
