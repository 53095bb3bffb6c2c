import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/cli/parts.ts';
import { CLEAN, EVENTS, edgewise, FAULTY, folderOf, refuse, WARNING } from './program.ts';

const cwd = folderOf({
  'clean.json': CLEAN,
  'faulty.json': FAULTY,
  'warning.json': WARNING,
  'events.json': EVENTS,
  'a.sim.json': '{"event": "user.created", "sends": []}',
});
edgewise(['clean.json', '-f', 'json=report.json'], { cwd });

test.each<readonly [words: string, code: number]>([
  ['clean.json events.json', 0],
  ['lint clean.json', 0],
  ['faulty.json', 1],
  ['warning.json', 0],
  ['warning.json --fail-on warning', 1],
  ['warning.json --max-warnings 0', 1],
  ['faulty.json --fail-on never', 0],
  ['faulty.json --rule dangling-edge=off --rule=unreachable-step=off', 0],
  ['faulty.json --only unknown-value', 0],
  ['gone.json', 2],
  ['gone.json faulty.json', 2],
])('%s: exit code %i', (words, code) => {
  expect(edgewise([...words.split(' '), '-f', 'compact'], { cwd }).code).toBe(code);
});

const FORMATS = FORMAT_NAMES.join(', ');

test.each<readonly [words: readonly string[], message: string, hint: string]>([
  [
    ['--fromat', 'json'],
    'unknown flag --fromat',
    'did you mean "--format"? the option --help lists all flags',
  ],
  [['--constructor'], 'unknown flag --constructor', 'the option --help lists all flags'],
  [['--__proto__'], 'unknown flag --__proto__', 'the option --help lists all flags'],
  [['-x'], 'unknown flag -x', 'the option --help lists all flags'],
  [['--quiet=yes'], '--quiet takes no value', 'write it without "=yes"'],
  [['-f'], '-f needs a value', `NAME[=FILE]: ${FORMATS}; repeatable`],
  [['-f', 'jsno'], 'unknown format "jsno"', `did you mean "json"? formats: ${FORMATS}`],
  [
    ['-ftext', '-f', 'compact'],
    'only one report can go to standard output, not text and compact',
    'give the others a file: -f NAME=FILE',
  ],
  [
    ['-f', 'json=a', '-f', 'sarif=./a'],
    'two reports go to one file',
    'name another file for one of them',
  ],
  [['-f', 'json='], 'no file given in -f json=', '-f json is standard output'],
  [['--max-warnings=-5'], '--max-warnings needs a whole number, not "-5"', 'such as 10'],
  [
    ['--preset', 'stict'],
    'unknown preset "stict"',
    'did you mean "strict"? allowed: recommended, strict',
  ],
  [['--rule', 'cycle'], '--rule needs ID=SEVERITY, not "cycle"', 'such as --rule unused-event=off'],
  [
    ['--rule', 'cycel=off'],
    'unknown rule "cycel"',
    'did you mean "cycle"? edgewise explain lists all rules',
  ],
  [
    ['--rule', 'invalid-json=off'],
    '"invalid-json" is always an error: what was not checked must not pass as clean',
    'leave the file out, or correct it',
  ],
  [
    ['--only', 'ours/rule'],
    'unknown rule "ours/rule"',
    'if a plugin has it, name the plugin: --plugin FILE',
  ],
  [['--dry-run'], '--dry-run needs --fix or --fix-unsafe', 'it shows what they would do'],
  [
    ['--update-baseline'],
    '--update-baseline needs a file',
    'add --baseline edgewise.baseline.json',
  ],
  [['--stdin-filename', 'x.json'], '--stdin-filename needs standard input', 'add - to the paths'],
  [['-c', 'gone.json'], 'gone.json: the configuration does not exist', 'name another file'],
  [['--plugin', 'gone.mjs'], 'the plugin "gone.mjs" does not exist', 'name a .js or .mjs file'],
  [['completion', 'zsh'], 'completion takes no argument, but got "zsh"', 'leave it out'],
  [
    ['help', 'simulte'],
    'unknown command "simulte"',
    'did you mean "simulate"? commands: lint, explain, merge, init, pull, diff, simulate, graph, record, types, lsp, mcp, playground, completion',
  ],
  [['--print-config', 'a', 'b'], '--print-config takes one path at most', 'without "b"'],
  [
    ['--fix', '--dry-run', '--update-baseline'],
    '--dry-run writes nothing, and --update-baseline does',
    'remove one',
  ],
  [
    ['simulate', 'x', '--at', '2027-01-31T09:00', '--zone', 'Mars'],
    '--at: there is no time zone "Mars"',
    'such as Europe/Berlin',
  ],
  [['--now', '2027-02-30'], '--now needs a day, not "2027-02-30"', 'such as 2027-01-31'],
  [
    ['--events', 'none', '--events', 'x.json'],
    '--events none leaves no room for other --events',
    'remove one of them',
  ],
  ...[
    ['clean.json', 'add --live, or remove it'],
    ['simulate user.created clean.json', 'add --live, or remove it'],
    ['types events.json', 'name live as well, or remove it'],
    ['diff clean.json faulty.json', 'name live as a side, or remove it'],
  ].map(([words, hint]): readonly [readonly string[], string, string] => [
    [...String(words).split(' '), '--base-url', 'https://127.0.0.1:9'],
    '--base-url is for the account, which is not read',
    String(hint),
  ]),
  [[''], 'an argument is empty', 'leave it out, or set the variable it comes from'],
  [['--quiet', 'explain'], 'the command "explain" is not first', 'write edgewise explain …'],
  [
    ['explain', 'cycel'],
    'unknown rule "cycel"',
    'did you mean "cycle"? edgewise explain lists all rules',
  ],
])('%j', async (words, message, hint) => {
  const { code, out, err } = await refuse(words, cwd);
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: `edgewise: ${message}\n          ${hint}\n`,
  });
});

test('a mistyped command names the nearest', () => {
  const { code, err } = edgewise(['simulte', 'x'], { cwd });
  expect(code).toBe(2);
  expect(err).toMatch(
    /^edgewise: unknown command "simulte"\n {10}did you mean "simulate"\? commands: lint, /,
  );
});

test('a mistyped command that is near to two is none of both', () => {
  const { code, err } = edgewise(['lnit'], { cwd });
  expect(code).toBe(2);
  expect(err).toMatch(/^edgewise: unknown command "lnit"\n {10}commands: lint, /);
});

test('with a format for programs, standard output is one document also after a mistake', () => {
  const { code, out } = edgewise(['--preset', 'x', '-f', 'json'], { cwd });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ version: 1, exitCode: 2, complete: false });
});

test('the help of lint fits on a screen', () => {
  const { code, out } = edgewise(['lint', '--help'], { cwd });
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(48);
  expect(out.match(/^ +(-\w, )?--\w/gm)?.length).toBeLessThanOrEqual(30);
});

test('the program has a version, and completes its flags', () => {
  expect(edgewise(['-V']).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(edgewise(['completion']).out).toContain('edgewise --get-yargs-completions');
  expect(edgewise(['--get-yargs-completions', 'edgewise', 'lint', '--max']).out).toContain(
    '--max-warnings',
  );
});

test.each([
  'clean.json -f json=CLEAN',
  'clean.json faulty.json --workflow wf_welcome -f json=FAULTY',
  'diff clean.json faulty.json -f json=FAULTY',
  'graph clean.json -f svg=CLEAN',
  'simulate user.created clean.json -f json=CLEAN',
  'simulate --test clean.json a.sim.json -f junit=SIM',
  'types events.json -o EVENTS',
  'merge report.json -f json=REPORT',
])('%s does not replace what it reads', (words) => {
  const files = { CLEAN: 'clean.json', FAULTY: 'faulty.json', SIM: 'a.sim.json' };
  const named = { ...files, EVENTS: 'events.json', REPORT: 'report.json' };
  const [name = '', file = ''] = Object.entries(named).find(([each]) => words.includes(each)) ?? [];
  const before = readFileSync(join(cwd, file), 'utf8');
  const { code, err } = edgewise(words.replace(name, `./${file}`).split(' '), { cwd });
  expect({ code, err }).toEqual({
    code: 2,
    err: `edgewise: cannot write to "./${file}": the run reads this file\n          name another file\n`,
  });
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(before);
});

test('the report of the run before is replaced', () => {
  const folder = folderOf({ 'clean.json': CLEAN });
  for (const words of ['. -f json=report.json', 'graph . -f svg=graph.json'])
    for (const _ of ['first', 'again'])
      expect(edgewise(words.split(' '), { cwd: folder })).toMatchObject({ code: 0, err: '' });
});
