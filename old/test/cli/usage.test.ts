import { expect, test } from 'vitest';
import { COMMANDS as REGISTRY } from '../../src/cli/registry.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run, TWO_FAULTS } from './run.ts';

const folder = folderOf({
  'clean.json': CLEAN,
  'faulty.json': FAULTY,
  'two.json': TWO_FAULTS,
  'events.json': EVENTS,
  'warning.json': CLEAN.replace('"status":"enabled"', '"status":"on"'),
});
const COMMANDS = `commands: ${[...REGISTRY.keys()].join(', ')}`;
const code = async (...args: string[]) =>
  (await run([...args, '-f', 'compact'], { cwd: folder })).code;

test('exit codes', async () => {
  expect(await code('clean.json', 'events.json')).toBe(0);
  expect(await code('faulty.json')).toBe(1);
  expect(await code('warning.json')).toBe(0);
  expect(await code('gone.json')).toBe(2);
});

test('--fail-on and --max-warnings set the threshold', async () => {
  expect(await code('warning.json', '--fail-on', 'warning')).toBe(1);
  expect(await code('warning.json', '--max-warnings', '0')).toBe(1);
  expect(await code('warning.json', '--max-warnings', '99')).toBe(0);
  expect(await code('faulty.json', '--fail-on', 'never')).toBe(0);
  expect(await code('faulty.json', '--fail-on', 'never', '--max-warnings', '99')).toBe(0);
});

test('--rule, --only and --preset select rules', async () => {
  expect(
    await code('two.json', '--rule', 'dangling-edge=off', '--rule', 'invalid-config=off'),
  ).toBe(0);
  expect(
    await code('two.json', '--rule', 'dangling-edge=warning', '--rule', 'invalid-config=info'),
  ).toBe(0);
  expect(await code('faulty.json', '--only', 'unknown-status')).toBe(0);
  expect(
    await code('warning.json', '--only', 'unknown-status', '--rule', 'unknown-status=error'),
  ).toBe(1);
  expect(
    (await run(['warning.json', '--preset', 'correctness', '-f', 'compact'], { cwd: folder })).out,
  ).toBe('');
});

test('--quiet shows errors only and counts everything', async () => {
  const { out } = await run(['warning.json', 'faulty.json', '--quiet'], { cwd: folder });
  expect(out).not.toContain('unknown-status');
  expect(out).toMatch(/\d+ errors?, \d+ warnings?/);
});

test.each([
  [['--rule', ''], '--rule wants ID=SEVERITY, not ""', 'such as --rule unused-event=off'],
  [['--rule', '=off'], 'unknown rule ""', 'edgewise explain lists them all'],
  [
    ['--only', 'ours/rule'],
    'unknown rule "ours/rule"',
    'if a plugin brings it, name the plugin: --plugin FILE',
  ],
  [
    ['--only', 'sent-unknown-event'],
    '"sent-unknown-event" is a rule about application code',
    'use it with edgewise code PATH',
  ],
  [
    ['--only', 'wrong-endpoint'],
    '"wrong-endpoint" is a rule about application code',
    'use it with edgewise code PATH or edgewise record -- COMMAND',
  ],
  [
    ['--only', 'refused-request'],
    '"refused-request" is a rule about the requests of programs',
    'use it with edgewise record -- COMMAND',
  ],
  [['--config='], '--config needs a file', 'or --no-config for none'],
  [
    ['--fromat', 'json'],
    'unknown flag --fromat',
    'did you mean --format? see edgewise lint --help',
  ],
  [
    ['--no-colour'],
    'unknown flag --no-colour',
    'did you mean --no-color? see edgewise lint --help',
  ],
  [['--constructor'], 'unknown flag --constructor', 'see edgewise lint --help'],
  [['--__proto__'], 'unknown flag --__proto__', 'see edgewise lint --help'],
  [['--threads', '2'], 'unknown flag --threads', 'see edgewise lint --help'],
  [['-x'], 'unknown flag -x', 'see edgewise lint --help'],
  [['pull', '--pruen'], 'unknown flag --pruen', 'did you mean --prune? see edgewise pull --help'],
  [
    ['pull', '--quiet'],
    '"pull" has no flag --quiet',
    '"lint", "record", "code", "merge" have it; see edgewise pull --help',
  ],
  [['--prune'], '"lint" has no flag --prune', '"pull" has it; see edgewise lint --help'],
  [
    ['-o', 'x'],
    '"lint" has no flag -o',
    '"graph", "record", "types" have it; see edgewise lint --help',
  ],
  [['--quiet=yes'], '--quiet takes no value, but got "yes"', undefined],
  [['-V1'], '--version takes no value, but got "1"', undefined],
  [['--f', 'json'], 'unknown flag --f', 'see edgewise lint --help'],
  [['-c', '--quiet'], '-c needs a value', 'see edgewise --help'],
  [['--max-warnings=-5'], '--max-warnings wants a whole number, not "-5"', undefined],
  [
    ['playground', '--port', '70000'],
    '--port wants a whole number from 0 to 65535, not "70000"',
    undefined,
  ],
  [['simulte', 'x'], 'unknown command "simulte"', `did you mean "simulate"? ${COMMANDS}`],
  [['--quiet', 'lnit'], 'unknown command "lnit"', `did you mean "lint"? ${COMMANDS}`],
  [['help', 'pul'], 'unknown command "pul"', `did you mean "pull"? ${COMMANDS}`],
  [
    ['diff', 'a.json'],
    '"diff" needs two arguments: A B',
    'such as edgewise diff old.json new.json',
  ],
  [
    ['diff', 'a', 'b', 'c'],
    '"diff" takes two arguments, but got "c" as well',
    'usage: edgewise diff A B',
  ],
  [['-f'], '-f needs a value', 'see edgewise --help'],
  [
    ['-f', 'jsno'],
    'unknown format "jsno"',
    'did you mean "json"? formats: text, compact, json, sarif, github, gitlab, junit, markdown, html, agent, blob',
  ],
  [
    ['-f', 'json='],
    'no file given in -f json=',
    '-f json for standard output, -f json=FILE for a file',
  ],
  [
    ['-f', 'json', '-f', 'text'],
    'only one report can go to standard output, not json and text',
    'give the others a file: -f NAME=FILE',
  ],
  [['-f', 'json=a', '-f', 'sarif=./a'], 'two reports cannot go to the same file "a"', undefined],
  [[''], 'an argument is empty', 'leave it out, or set the variable that it comes from'],
  [
    ['clean.json', '--events', ''],
    '--events needs a path',
    'leave it out, or set the variable that it comes from',
  ],
  [
    ['record', '--', ''],
    'an argument is empty',
    'leave it out, or set the variable that it comes from',
  ],
  [
    ['graph', 'clean.json', '-o', ''],
    '-o needs a folder',
    'leave it out, or set the variable that it comes from',
  ],
  [
    ['--now', '2026-02-30'],
    '--now wants a day or a time in UTC, not "2026-02-30"',
    'such as 2027-01-31 or 2027-01-31T12:00:00Z',
  ],
  [
    ['--rule', 'dangling-egde=off'],
    'unknown rule "dangling-egde"',
    'did you mean "dangling-edge"? edgewise explain lists them all',
  ],
  [
    ['--rule', 'dangling-edge'],
    '--rule wants ID=SEVERITY, not "dangling-edge"',
    'such as --rule dangling-edge=off',
  ],
  [
    ['--rule', 'dangling-edge=warn'],
    'unknown severity "warn"',
    'did you mean "warning"? allowed: error, warning, info, off',
  ],
  [
    ['--only', 'cycles'],
    'unknown rule "cycles"',
    'did you mean "cycle"? edgewise explain lists them all',
  ],
  [
    ['--preset', 'recomended'],
    'unknown value of --preset "recomended"',
    'did you mean "recommended"? allowed: correctness, recommended, strict',
  ],
  [
    ['--fail-on', 'errors'],
    'unknown value of --fail-on "errors"',
    'did you mean "error"? allowed: error, warning, info, never',
  ],
  [['--max-warnings', 'many'], '--max-warnings wants a whole number, not "many"', undefined],
  [['--status', 'on'], 'unknown value of --status "on"', 'allowed: enabled, disabled'],
  [
    ['--events', 'none', '--events', 'events.json'],
    '--events none leaves no room for other --events',
    undefined,
  ],
  [
    ['explain', 'dangling'],
    'unknown rule "dangling"',
    'did you mean "dangling-edge"? edgewise explain lists them all',
  ],
  [['explain', 'zzz'], 'unknown rule "zzz"', 'edgewise explain lists them all'],
  [
    ['--rule', 'invalid-json=off'],
    '"invalid-json" is always an error: what was not checked must not pass as clean',
    'leave the file out, or correct it',
  ],
  [
    ['--rule', 'cycle=off=x'],
    '--rule wants ID=SEVERITY, not "cycle=off=x"',
    'such as --rule cycle=off',
  ],
  [
    ['explain', 'cycle', 'self-loop'],
    '"explain" takes one argument, but got "self-loop" as well',
    'usage: edgewise explain [RULE]',
  ],
])('%j is a usage error with a hint', async (args, message, hint) => {
  const { err, code } = await run([...args], { cwd: folder });
  expect(code).toBe(2);
  expect(err).toBe(`edgewise: ${message}\n${hint === undefined ? '' : `          ${hint}\n`}`);
});

test('an existing path is not a mistyped command', async () => {
  const cwd = folderOf({ lnit: CLEAN, 'graf/a.json': CLEAN });
  for (const path of ['lnit', 'graf'])
    expect((await run([path], { cwd })).out).toContain('checked');
  expect((await run(['gone'], { cwd })).err).toBe('edgewise: gone: no such file\n');
  expect((await run(['--', 'lint'], { cwd })).err).toBe(
    'edgewise: lint: no such file; did you mean "lnit"?\n',
  );
});

test('of a repeated flag, the last value counts', async () => {
  expect(await code('faulty.json', '--fail-on', 'error', '--fail-on', 'never')).toBe(0);
  expect(await code('warning.json', '--max-warnings', '9', '--max-warnings=0')).toBe(1);
  expect((await run(['warning.json', '--quiet', '--no-quiet'], { cwd: folder })).out).toContain(
    'unknown-status',
  );
});

test('with a machine format, stdout always contains one document', async () => {
  for (const args of [['--fromat', 'x'], ['--rule', 'nope=off'], ['gone.json'], []]) {
    const { out, code } = await run([...args, '-f', 'json'], { cwd: folderOf({}) });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ version: 1, findings: [] });
    expect(
      JSON.parse((await run([...args, '--format=sarif'], { cwd: folderOf({}) })).out),
    ).toMatchObject({ version: '2.1.0' });
  }
});

test('--version and --help', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n' });
  expect(await run(['-V', 'x'])).toMatchObject({ code: 0, out: '0.1.0\n' });
  const { out, code } = await run(['--help']);
  expect(code).toBe(0);
  for (const part of [
    'edgewise [paths…]',
    'explain     what a rule finds',
    '--format',
    '--fail-on',
    'Exit codes',
    'edgewise workflows/ events.json',
  ])
    expect(out).toContain(part);
  expect((await run(['help'])).out).toBe(out);
  expect((await run(['-h', 'gone.json'])).out).toBe(out);
});

test('explain without a rule lists all of them', async () => {
  const { out } = await run(['explain']);
  expect(out).toMatch(/^ {2}dangling-edge +error +An edge whose end/m);
});

test('explain prints the page without images', async () => {
  const { out, code } = await run(['explain', 'dangling-edge']);
  expect(code).toBe(0);
  expect(out).toContain('dangling-edge');
  expect(out).not.toMatch(/```|<!--|flowchart/);
});
