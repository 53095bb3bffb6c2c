import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, edgewise, FAULTY, folderOf, PROGRAM, WARNING } from './program.ts';

const shell = (line: string, cwd: string) =>
  spawnSync(
    'bash',
    ['--norc', '-c', line.replace('edgewise', `"${process.execPath}" "${PROGRAM}"`)],
    {
      ...{ cwd, encoding: 'utf8' },
      env: { PATH: process.env['PATH'] ?? '' },
    },
  );

test('the report goes to standard output, and what could not be read to standard error', () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const { code, out, err } = edgewise(['a.json', 'gone.json'], { cwd });
  expect(code).toBe(2);
  expect(err).toBe('edgewise: gone.json: no such file\n');
  expect(out).toMatch(/^a\.json · Welcome \(enabled\)\n/);
});

test('one run writes several reports', () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const words = ['a.json', '-f', 'compact', '-f', 'json=report.json', '-f', 'sarif=r.sarif'];
  const { code, out } = edgewise(words, { cwd });
  expect(code).toBe(1);
  expect(out).toContain('a.json:7:44: error: connection from "start" points to unknown step');
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  expect(report).toMatchObject({ version: 1, exitCode: 1, summary: { errors: 1, workflows: 1 } });
  expect(JSON.parse(readFileSync(join(cwd, 'r.sarif'), 'utf8')).version).toBe('2.1.0');
});

test('standard input is read as -, with the name of --stdin-filename', () => {
  const { code, out } = edgewise(['-', '-f', 'compact', '--stdin-filename', 'x.json'], {
    input: FAULTY,
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^x\.json:7:44: error/);
});

test
  .runIf(spawnSync('script', ['--version']).status === 0)
  .each([
    'linked',
    'linked -f compact',
    'diff linked linked/flow.json',
    'simulate user.created linked',
    'graph linked -f svg=a.svg',
  ])('on a terminal, %s says once what was not read', (words) => {
  const folder = folderOf({ 'linked/flow.json': CLEAN, 'other.json': CLEAN });
  symlinkSync('../other.json', join(folder, 'linked/link.json'));
  const command = `${process.execPath} ${PROGRAM} ${words}`;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const lines = stdout.split('\n').filter((line) => line.includes('symbolic link'));
  expect(lines).toHaveLength(1);
});

test('a reader that ends early is no failure, a full disk is', () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const early = shell('edgewise a.json | head -1; exit $PIPESTATUS', cwd);
  expect(early).toMatchObject({ status: 1, stderr: '' });
  const full = shell('edgewise a.json > /dev/full', cwd);
  expect(full.status).toBe(2);
  expect(full.stderr).toContain('cannot write the report: no space left');
});

test('the place of a finding in a large file takes little memory', () => {
  const zeros = `"connections": [{"x": [${'0,'.repeat(2_000_000)}0]}, `;
  const cwd = folderOf({ 'a.json': FAULTY.replace('"connections": [', zeros) });
  const env = { NODE_OPTIONS: '--max-old-space-size=100' };
  const { code, out } = edgewise(['a.json', '-f', 'compact'], { cwd, env });
  expect(code).toBe(1);
  expect(out).toMatch(/^a\.json:7:4000056: error: connection from "start" points to unknown/m);
});

test('a configuration is found in a folder above, and its mistakes are named with their place', () => {
  const cwd = folderOf({
    '.git/HEAD': '',
    'edgewise.config.json':
      '{\n  // ours\n  "files": ["flows"],\n  "rules": { "unknown-value": "error" }\n}',
    'flows/a.json': WARNING,
    'bad.json': '{\n  "preset": "stict",\n  "rules": { "cycel": "off" }\n}',
  });
  const { code, out } = edgewise(['-f', 'compact'], { cwd: join(cwd, 'flows') });
  expect(code).toBe(1);
  expect(out).toMatch(/^a\.json:2:52: error: .* \[unknown-value\]/);
  const bad = edgewise(['-c', 'bad.json'], { cwd });
  expect(bad.code).toBe(2);
  expect(bad.err).toMatchInlineSnapshot(`
    "edgewise: the configuration has 2 mistakes
              bad.json:2:13: "preset" cannot be the string "stict"; did you mean "strict"? allowed: recommended, strict
              bad.json:3:14: unknown name "cycel" in "rules"; did you mean "cycle"? edgewise explain lists all
    "
  `);
  const secret = join(folderOf({ 'secret.json': '{"secret": 1}' }), 'secret.json');
  symlinkSync(secret, join(cwd, 'flows/edgewise.config.json'));
  const link = edgewise([], { cwd: join(cwd, 'flows') });
  expect(link.code).toBe(2);
  expect(link.err).toMatch(
    /^edgewise: edgewise\.config\.json, a link, leads out of the repository\n/,
  );
  const other = folderOf({
    '.git/config': 'token',
    'edgewise.config.json': '{ "events": ".git/config" }',
    'a.json': WARNING,
  });
  const quoted = edgewise([], { cwd: other });
  expect(quoted).toMatchObject({ code: 2, out: '' });
  expect(quoted.err).toContain('names ".git/config", which is no JSON or source file\n');
  const printed = JSON.parse(edgewise(['--print-config', '--preset', 'strict'], { cwd }).out);
  expect(printed).toMatchObject({ preset: 'strict', files: ['flows'], failOn: 'error' });
  expect(printed.rules['unknown-value'][0]).toBe('error');
});

test('a baseline accepts the findings of today', () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const words = ['a.json', '--baseline', 'b.json'];
  expect(edgewise(words, { cwd }).code).toBe(2);
  const written = edgewise([...words, '--update-baseline'], { cwd });
  expect(written).toMatchObject({ code: 0 });
  expect(written.err).toBe('edgewise: b.json: 1 finding accepted (1 new, 0 dropped)\n');
  expect(edgewise(words, { cwd })).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, 'a.json'), FAULTY.replace('tpl_hello', ''));
  expect(edgewise(words, { cwd }).code).toBe(1);
});

test('--fix corrects the file, and the report is about the corrected file', () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const dry = edgewise(['a.json', '--fix', '--dry-run'], { cwd });
  expect(dry.code).toBe(1);
  expect(dry.out).toContain('-  "connections": [{ "from": "start", "to": "helo" }]');
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(FAULTY);
  const { code, err } = edgewise(['a.json', '--fix'], { cwd });
  expect(code).toBe(0);
  expect(err).toBe('edgewise: 1 fix made in 1 file\n');
  expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(CLEAN);
});

const RULE = `{
  id: 'acme/no-welcome', severity: 'error', preset: 'recommended', stage: 'structure',
  summary: 'A welcome.', why: 'Ours say hello.', remedy: 'Say hello.',`;

test('a plugin adds rules; what it does wrong is named', () => {
  const cwd = folderOf({
    'a.json': CLEAN,
    'good.mjs': `console.log('loaded'); export default ${RULE}
      workflow({ workflow }, report) { report({ at: workflow, message: 'welcome' }); } };`,
    'throws.mjs': `export default ${RULE} workflow() { throw new Error('oops'); } };`,
    'async.mjs': `export default ${RULE} async workflow() {} };`,
    'nowhere.mjs': `export default ${RULE}
      workflow(_, report) { report({ at: {}, message: 'x' }); } };`,
    'fatal.mjs': `export default ${RULE}
      workflow({ workflow }, report) { report({ at: workflow, message: 'x', severity: 'fatal' }); } };`,
    'fix.mjs': `export default ${RULE}
      workflow({ workflow }, report) { report({ at: workflow, message: 'x', fixes: [{ edits: [{}] }] }); } };`,
    'none.mjs': 'export const rule = 1;',
    'exits.mjs': 'process.exit(0);',
    'late.mjs': `setTimeout(() => { throw new Error('late'); });
      await new Promise((resolve) => setTimeout(resolve, 10_000));`,
  });
  const run = (file: string) => edgewise(['a.json', '--plugin', file, '-f', 'compact'], { cwd });
  expect(run('good.mjs')).toEqual({
    code: 1,
    out: 'a.json:1:1: error: welcome [acme/no-welcome]\n',
    err: 'loaded\n',
  });
  expect(edgewise(['explain', 'acme/no-welcome', '--plugin', 'good.mjs'], { cwd }).out).toContain(
    'A welcome. Ours say hello. (error)',
  );
  for (const [file, fault] of [
    ['throws.mjs', 'oops'],
    ['async.mjs', 'its "workflow" is async'],
    ['nowhere.mjs', 'it reported an "at" that is not a place'],
    ['fatal.mjs', 'it reported a "severity" other than error, warning, info'],
    ['fix.mjs', 'it reported an "at" that is not a place'],
  ] as const) {
    const { code, out } = run(file);
    expect(code, file).toBe(2);
    expect(out, file).toContain(`rule "acme/no-welcome" failed: ${fault}`);
  }
  expect(run('none.mjs').err).toBe(
    'edgewise: the plugin "none.mjs" cannot be used: it has no default export\n' +
      '          export default a rule, or an array of rules\n',
  );
  expect(run('exits.mjs')).toMatchObject({ code: 2, out: '' });
  expect(run('late.mjs')).toEqual({
    ...{ code: 2, out: '' },
    err: 'edgewise: the run ended early: Error: late\n',
  });
  for (const file of ['exits.mjs', 'late.mjs'])
    expect(shell(`edgewise a.json --plugin ${file} 2> /dev/full`, cwd).status, file).toBe(2);
});

test('explain prints the entry of a rule, and lists all rules', () => {
  const { code, out } = edgewise(['explain', 'dangling-edge']);
  expect(code).toBe(0);
  expect(out).toMatch(/^dangling-edge\n\nAn edge whose end is not a step/);
  expect(out).toContain('Message: connection from "wait" points to unknown step "tipps"');
  expect(edgewise(['explain']).out).toMatch(/^cycle +error +Steps that form a cycle$/m);
});

test('init writes a configuration that is valid, and changes none', () => {
  const cwd = folderOf({ '.git/HEAD': '', 'workflows/a.json': FAULTY, 'events.json': EVENTS });
  expect(edgewise(['init'], { cwd })).toMatchObject({ code: 0, err: '' });
  expect(edgewise([], { cwd }).code).toBe(1);
  const again = edgewise(['init'], { cwd });
  expect(again.out).toMatch(/^edgewise\.config\.json is there already/);
  expect(existsSync(join(cwd, 'edgewise.config.json'))).toBe(true);
});

test('GitHub Actions gets annotations and a summary of the job', () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'summary.md': '' });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
  const { out } = edgewise(['a.json', '-f', 'text'], { cwd, env });
  expect(out).toContain('::error file=a.json,line=7,');
  expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('dangling-edge');
});

test('an override changes the severity and the options of a rule where it applies', () => {
  const cwd = folderOf({
    ...{
      'a.json': FAULTY,
      'b.json': FAULTY.replace('Welcome', 'Other').replace('wf_welcome', 'b'),
    },
    'edgewise.config.json': JSON.stringify({
      rules: { 'too-many-steps': 'off', 'dangling-edge': 'warning' },
      overrides: [
        { workflows: ['Wel*'], rules: { 'dangling-edge': 'off' } },
        { files: ['b.json'], rules: { 'too-many-steps': ['info', { max: 1 }] } },
      ],
    }),
  });
  const rules = ['--only', 'dangling-edge', '--only', 'too-many-steps'];
  const { code, out } = edgewise(['a.json', 'b.json', ...rules, '-f', 'compact'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^b\.json:\S+ info: .* \[too-many-steps\]\nb\.json:\S+ warning: .* \[dangling-edge\]\n$/,
  );
  const printed = JSON.parse(edgewise(['--print-config', 'b.json'], { cwd }).out);
  expect(printed.overrides).toHaveLength(2);
});

test('a file with the name of another configuration is named', () => {
  const cwd = folderOf({ 'a.json': CLEAN, 'edgewise.config.yml': 'rules: {}' });
  expect(edgewise(['a.json', '-f', 'compact'], { cwd })).toEqual({
    ...{ code: 0, out: '' },
    err: 'edgewise: edgewise.config.yml is not read: a configuration is called edgewise.config.json\n',
  });
});

test('a working directory that is gone is exit 2', () => {
  const { status, stderr } = shell('rmdir "$PWD"; edgewise .', folderOf({}));
  expect([status, stderr]).toEqual([2, expect.stringContaining('the run ended early: ')]);
});
