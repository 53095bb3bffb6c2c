import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run, TWO_FAULTS } from './run.ts';

const OFF = '"invalid-config": "off"';

function project(config: string, files: Record<string, string> = {}): string {
  const folder = folderOf({
    'edgewise.config.json': config,
    'faulty.json': TWO_FAULTS,
    'events.json': EVENTS,
    ...files,
  });
  mkdirSync(join(folder, '.git'));
  return folder;
}

const lines = async (cwd: string, ...args: string[]) =>
  (await run([...args, '-f', 'compact'], { cwd })).out
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^(\S*?):.*?: (error|warning|info): .* \[(.*)\]$/, '$1 $2 $3'));

const ALLOWED =
  'allowed: $schema, extends, preset, files, ignore, events, failOn, maxWarnings, baseline, rules, overrides, suppressions';

test('the configuration is found from a subfolder, and patterns are relative to its folder', async () => {
  const cwd = project(
    `{ "files": ["inner/*.json"], "ignore": ["inner/archive.json"], "rules": { ${OFF} } } // ours`,
    {
      'inner/a.json': TWO_FAULTS,
      'inner/archive.json': TWO_FAULTS,
    },
  );
  expect(await lines(cwd)).toEqual(['inner/a.json error dangling-edge']);
  expect(await lines(join(cwd, 'inner'))).toEqual(['a.json error dangling-edge']);
  expect(
    (await lines(join(cwd, 'inner'), '..')).filter((line) => line.includes('archive')),
  ).toEqual([]);
  expect(await lines(cwd, 'inner/archive.json'), 'a file named itself is never ignored').toEqual([
    'inner/archive.json error dangling-edge',
  ]);
});

test('flags take precedence over the configuration and its overrides', async () => {
  const cwd = project(
    `{ "preset": "correctness", "rules": { ${OFF} }, "overrides": [{ "workflows": "Welcome*", "rules": { "dangling-edge": "info" } }] }`,
    { 'more.json': CLEAN.replace('"status"', '"colour":"red","status"') },
  );
  expect(await lines(cwd, 'faulty.json')).toEqual(['faulty.json info dangling-edge']);
  expect(await lines(cwd, 'faulty.json', '--rule', 'dangling-edge=warning')).toEqual([
    'faulty.json warning dangling-edge',
  ]);
  expect(await lines(cwd, 'faulty.json', '--rule', 'invalid-config=info')).toContain(
    'faulty.json info invalid-config',
  );
  expect((await lines(cwd, 'more.json', '--preset', 'strict')).join()).toContain('unknown-field');
  expect(await lines(cwd, 'faulty.json', '--no-config')).toContain(
    'faulty.json error dangling-edge',
  );
});

test('-c names a configuration, and a mistake in it is reported with its place', async () => {
  const cwd = project('{ "rulez": 1 }', {
    'ci.json': `{ "rules": { "dangling-edge": "info", ${OFF} } }`,
  });
  expect(await lines(cwd, 'faulty.json', '-c', 'ci.json')).toEqual([
    'faulty.json info dangling-edge',
  ]);
  const { code, err, out } = await run(['faulty.json', '-f', 'json'], { cwd });
  expect(code).toBe(2);
  const mistake = `edgewise.config.json:1:3: unknown setting "rulez"; did you mean "rules"? ${ALLOWED}`;
  expect(err).toBe(`edgewise: ${mistake}\n`);
  expect(JSON.parse(out).failures).toEqual([{ source: '-', message: mistake }]);
  expect(await lines(cwd, 'faulty.json', '-c', 'edgewise.config.json', '--no-config')).toContain(
    'faulty.json error dangling-edge',
  );
  expect((await run(['-c', 'gone.json'], { cwd })).err).toBe(
    'edgewise: gone.json: does not exist\n',
  );
});

test('several mistakes are reported one per line', async () => {
  const { code, err } = await run([], { cwd: project('{ "rulez": 1,\n"presett": 1 }') });
  expect(code).toBe(2);
  expect(err).toBe(
    [
      'edgewise: the configuration has 2 mistakes',
      `          edgewise.config.json:1:3: unknown setting "rulez"; did you mean "rules"? ${ALLOWED}`,
      `          edgewise.config.json:2:1: unknown setting "presett"; did you mean "preset"? ${ALLOWED}`,
      '',
    ].join('\n'),
  );
});

test('of many mistakes, the first 50 are printed', async () => {
  const rules = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`none-${i}`, 'off']));
  const { err } = await run([], { cwd: project(JSON.stringify({ rules })) });
  const [first, ...lines] = err.trimEnd().split('\n');
  expect([first, lines.length, lines.at(-1)]).toEqual([
    'edgewise: the configuration has 60 mistakes',
    51,
    '          and 10 more',
  ]);
});

test('missing paths of the configuration are reported with their source', async () => {
  const gone = await run([], { cwd: project('{\n  "files": ["workflws", "*.ndjson"] }') });
  expect(gone.code).toBe(2);
  expect(gone.out).toMatch(
    /^not read: \*\.ndjson: no file matches this pattern\nnot read: workflws: no such file;/m,
  );
  expect(gone.err).toBe(
    'edgewise: *.ndjson: no file matches this pattern\nedgewise: workflws: no such file\n          what to check comes from "files", edgewise.config.json:2:3\n',
  );
  const empty = await run([], { cwd: project('{ "files": ["docs"] }', { 'docs/a.txt': '' }) });
  expect(empty.code).toBe(2);
  expect(empty.err).toMatch(
    /no workflows .* found in "docs"\n.*\n {10}what to check comes from "files", edgewise.config.json:1:3\n$/,
  );
  expect((await run(['gone.json'], { cwd: project('{ "files": ["docs"] }') })).err).toBe(
    'edgewise: gone.json: no such file\n',
  );
});

test('a configuration under another file name is reported', async () => {
  const cwd = project('{}', { 'app/edgewise.config.js': '', 'app/a.json': FAULTY });
  const alone = folderOf({ 'edgewise.config.jsonc': '{}', 'a.json': FAULTY });
  expect((await run(['a.json'], { cwd: alone })).err).toBe(
    'edgewise: edgewise.config.jsonc is not read: a configuration is called edgewise.config.json\n',
  );
  expect((await run(['a.json', '--no-config'], { cwd: alone })).err).toBe('');
  expect((await run(['a.json'], { cwd: join(cwd, 'app') })).err, 'there is one above').toBe('');
});

test('names in a configuration are printed escaped', async () => {
  const { err } = await run([], { cwd: project('{ "\\u001b[31m##[error]x": 1 }') });
  expect(err).not.toContain('\u001b');
  expect(err).not.toContain('##[error]');
});

test('--now wants a day or a time', async () => {
  expect((await run(['--now', 'tomorrow'])).err).toBe(
    'edgewise: --now wants a day or a time in UTC, not "tomorrow"\n          such as 2027-01-31 or 2027-01-31T12:00:00Z\n',
  );
});

test('an enabled rule without its required input is listed as not checked', async () => {
  const cwd = project('{ "rules": { "sender-domain": "error" } }', { 'clean.json': CLEAN });
  const reason = 'its option "allow" is not given, and without it nothing is checked';
  const words = ['clean.json', 'events.json'];
  const { code, out } = await run(words, { cwd, columns: 120 });
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith('not checked:'))).toEqual([
    `not checked: sender-domain (${reason})`,
    'not checked: 9 rules need domains, templates (not loaded)',
  ]);
  const report = JSON.parse((await run([...words, '-f', 'json'], { cwd })).out);
  const own = (report.notChecked as { rule: string; reason: string }[]).filter((entry) =>
    entry.reason.startsWith('its option'),
  );
  expect(own).toEqual([{ rule: 'sender-domain', reason }]);
  expect(
    (await run(['.', '--no-config', '--preset', 'strict', '--now', '2027-01-31'], { cwd })).out,
  ).not.toContain('its option');
  expect((await run(['--print-config'], { cwd })).out).toMatch(
    /^ {2}sender-domain {2}error {2}edgewise\.config\.json:1:\d+\n {24}its option "allow" is not given, and/m,
  );
  expect(
    JSON.parse((await run(['--print-config', '-f', 'json'], { cwd })).out).rules['sender-domain']
      .idle,
  ).toBe(reason);
});

test('--print-config prints each setting in force with its source', async () => {
  const cwd = project(
    '{\n  "preset": "strict",\n  "ignore": "old",\n  "rules": { "excessive-delay": ["error", { "max": "14 days" }] },\n  "overrides": [{ "files": "old", "rules": { "cycle": "off" } }, { "status": "disabled", "rules": { "cycle": "info" } }],\n  "suppressions": [{ "rule": "cycle", "reason": "nags on purpose" }]\n}',
  );
  const { out, code } = await run(['--print-config', 'old/a.json', '--rule', 'self-loop=info'], {
    cwd,
  });
  expect(code).toBe(0);
  expect(out.replace(/\d+ of \d+/, 'N of M')).toMatchInlineSnapshot(`
    "configuration: edgewise.config.json
    for old/a.json, which is left out when found in a folder (edgewise.config.json:3:3)

      preset       strict  edgewise.config.json:2:3
      files        .       default
      ignore       old     edgewise.config.json:3:3
      events       -       default
      failOn       error   default
      maxWarnings  -       default
      baseline     -       default

    rules: N of M on; different from the preset:
      cycle            off        edgewise.config.json:5:17
      excessive-delay  error      edgewise.config.json:4:34
        max            "14 days"  edgewise.config.json:4:52
      self-loop        info       --rule

    overrides:
      files: ["old"] · rules: {"cycle":{"severity":"off"}} · applies: yes  (edgewise.config.json:5:17)
      status: disabled · rules: {"cycle":{"severity":"info"}} · applies: to some workflows  (edgewise.config.json:5:66)

    suppressions:
      rule: cycle · reason: nags on purpose  (edgewise.config.json:6:20)
    "
  `);
  const shown = JSON.parse((await run(['--print-config', '-f', 'json'], { cwd })).out);
  expect(shown.rules['excessive-delay']).toEqual({
    severity: { value: 'error', from: 'edgewise.config.json:4:34' },
    options: { max: { value: '14 days', from: 'edgewise.config.json:4:52' } },
  });
  expect(shown.rules['cycle'].severity).toEqual({
    value: 'error',
    from: 'preset (edgewise.config.json:2:3)',
  });
});

test('--print-config without a configuration reports that there is none', async () => {
  const cwd = folderOf({});
  mkdirSync(join(cwd, '.git'));
  expect((await run(['--print-config'], { cwd })).out).toContain(
    'no configuration file: the defaults are in force',
  );
  for (const words of [
    ['a', 'b'],
    ['-f', 'sarif'],
  ])
    expect(await run(['--print-config', ...words], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--print-config takes one path at most, and prints text or json',
      ),
    });
});

test('--print-config names the folder in which it runs', async () => {
  const { out } = await run(['--print-config', '.'], { cwd: project('{}') });
  expect(out).toContain('configuration: edgewise.config.json\nfor .\n');
});

test('--print-config shows what flags, overrides and a baseline change for one file', async () => {
  const cwd = project(
    `{
  "baseline": "accepted.json",
  "ignore": ["archive/**"],
  "rules": { "excessive-delay": ["error", { "max": "14 days" }] },
  "overrides": [
    { "files": ["vip/**"], "rules": { "excessive-delay": ["info", { "max": "20 days" }], ${OFF} } },
    { "workflows": "Welcome*", "rules": { "cycle": "off" } }
  ]
}`,
    { 'accepted.json': '{"version":1,"findings":[]}' },
  );
  const shown = async (...args: string[]) =>
    JSON.parse((await run(['--print-config', '-f', 'json', ...args], { cwd })).out);
  const vip = await shown('vip/a.json', '--preset', 'strict');
  expect(vip).toMatchObject({
    ignored: { value: false, from: 'default' },
    preset: { value: 'strict', from: '--preset' },
    baseline: { value: 'accepted.json', from: 'edgewise.config.json:2:3' },
    overrides: [{ applies: 'yes' }, { applies: 'to some workflows' }],
  });
  const max = (value: string, line: number) => ({
    severity: { from: `edgewise.config.json:${line === 4 ? '4:14' : '6:5'}` },
    options: { max: { value, from: `edgewise.config.json:${line === 4 ? '4:45' : '6:5'}` } },
  });
  expect(vip.rules['excessive-delay']).toMatchObject(max('20 days', 6));
  const other = await shown('a.json', '--only', 'excessive-delay');
  expect(other.overrides[0]).toMatchObject({ applies: 'no' });
  expect(other.rules['excessive-delay'].severity.from).toBe('--only');
  const text = await run(['--print-config', 'vip/a.json', '--preset', 'strict'], { cwd });
  expect(text.out).toContain('\nfor vip/a.json\n\n  preset ');
});
