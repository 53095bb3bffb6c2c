import { describe, expect, test } from 'vitest';
import { findCommand, parseLine } from '../../src/cli/command-line.ts';
import { COMMANDS, loadAll, loadCommand } from '../../src/cli/registry.ts';
import { spelling } from '../../src/run/flag.ts';
import fc from '../fast-check.ts';
import { run } from './run.ts';

const commands = await loadAll();

test('every command is listed under its name', () => {
  expect(commands.map(({ name }) => name)).toEqual([...COMMANDS.keys()]);
});

describe.each(commands.map((command) => [command.name, command] as const))(
  '%s',
  (name, command) => {
    test('--help shows its arguments and its flags, and no others', async () => {
      const { out, code } = await run([name, '--help', '--all']);
      expect(code).toBe(0);
      expect(out).toContain(['edgewise', name, ...command.positionals].join(' '));
      const shown = [...out.matchAll(/^ {2}(?:-\w, | {4})--([\w-]+)/gm)].map(([, flag]) => flag);
      expect(shown.sort()).toEqual(Object.keys(command.flags).map(spelling).sort());
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
      expect((await run(['help', name, '--all'])).out).toBe(out);
      const [lint] = commands;
      const short = (await run([name, '--help'])).out;
      expect(short === out).toBe(command !== lint);
      const all = (await run(['--help'])).out;
      expect(all).toMatch(new RegExp(`^  ${name} +${command.summary.slice(0, 10)}`, 'm'));
      expect(Math.max(...all.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    });

    test('its examples are valid command lines', async () => {
      const lines = (command.examples ?? []).map(([line]) => line);
      for (const line of lines.filter((each) => each.startsWith('edgewise '))) {
        const words = line.replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(' ', '_'));
        const found = await findCommand(words.split(' ').slice(1), '.');
        expect(await parseLine(found)).toMatchObject({});
      }
    });
  },
);

const lint = await loadCommand('lint');

test('lint --help shows the flags for every day on a page', async () => {
  const { out } = await run(['lint', '--help']);
  expect(out.match(/^ {2}(?:-\w, | {4})--/gm)).toHaveLength(12);
  expect(out).toContain(
    `edgewise lint --help --all shows all ${Object.keys(lint.flags).length} flags`,
  );
  expect(out.split('\n').length).toBeLessThanOrEqual(45);
});

test('help is as wide as the terminal', async () => {
  for (const columns of [60, 100]) {
    const { out } = await run(['graph', '--help'], { columns });
    const widths = out.split('\n').map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    expect(Math.max(...widths)).toBeGreaterThan(columns - 15);
  }
});

const read = (...words: string[]) => parseLine({ command: lint, words, typed: words });

test('values of flags, and other words', async () => {
  expect(
    await read('a', '-f', 'json=x', '--only=cycle', '-fsarif=y', '--only', 'b', '-', '--', '-f'),
  ).toMatchObject({
    positional: ['a', '-', '-f'],
    format: [
      { format: 'json', file: 'x' },
      { format: 'sarif', file: 'y' },
    ],
    only: ['cycle', 'b'],
    quiet: false,
    config: undefined,
    failOn: undefined,
  });
  expect(await read('-f=json', '--no-config', '--max-warnings', '007', '--quiet')).toMatchObject({
    format: [{ format: 'json', file: undefined }],
    config: false,
    maxWarnings: 7,
    quiet: true,
  });
  expect(await read('--no-color', '--color', '-c', 'a', '--config=')).toMatchObject({
    color: true,
    config: '',
  });
  expect(await read('--stdin-filename=a=b', '--stdin-filename', '1e3')).toMatchObject({
    stdinFilename: '1e3',
  });
});

test('a flag with its value in one word, and unusual words', async () => {
  expect(await read('-fjson', '-c=', '--only', 'a', '--only=', '--', '-fjson')).toMatchObject({
    format: [{ format: 'json', file: undefined }],
    only: ['a', ''],
    positional: ['-fjson'],
  });
  expect(await read('--now=--x', '-fsarif=-y', '007', '1e3', 'true')).toMatchObject({
    now: '--x',
    format: [{ format: 'sarif', file: '-y' }],
    positional: ['007', '1e3', 'true'],
  });
  expect(await read('--quiet', 'true', '--baseline', "'a'")).toMatchObject({
    quiet: true,
    baseline: "'a'",
    positional: ['true'],
  });
  for (const [words, message] of [
    [['--quiet=true'], '--quiet takes no value, but got "true"'],
    [['--no-quiet=1'], '--no-quiet takes no value, but got "1"'],
    [['--no-preset'], 'unknown flag --no-preset'],
    [['--maxWarnings', '3'], 'unknown flag --maxWarnings'],
    [['--fix-unsaf'], 'unknown flag --fix-unsaf'],
    [['--format.x=1'], 'unknown flag --format.x'],
    [['--only', '--', 'x'], '--only needs a value'],
    [['--events='], '--events needs a path'],
  ] as const)
    await expect(read(...words)).rejects.toThrow(expect.objectContaining({ message }));
});

test('--events of graph takes a value or none', async () => {
  const graph = await loadCommand('graph');
  const events = async (...words: string[]) => {
    const args = await parseLine({ command: graph, words, typed: words });
    return typeof args === 'string' ? args : [args['events'], args.positional];
  };
  // The command takes any word but live and none for a path.
  expect(await events('--events', 'a', 'b')).toEqual([['a'], ['b']]);
  expect(await events('--events', '-', '--events', '-f', 'svg')).toEqual([['', ''], ['-']]);
  expect(await events('--events', 'live', 'a', '--events')).toEqual([['live', ''], ['a']]);
  expect(await events('--', '--events')).toEqual([[], ['--events']]);
});

test('flags are accepted before the command', async () => {
  const { command, words } = await findCommand(['-f', 'json', '--quiet', 'merge', 'x'], '.');
  expect([command.name, words]).toEqual(['merge', ['-f', 'json', '--quiet', 'x']]);
  expect((await findCommand(['--events', 'merge'], '.')).command.name).toBe('lint');
});

test('any arguments are parsed or refused with a message', async () => {
  const names = commands.flatMap(({ flags }) => Object.keys(flags).map(spelling));
  const flag = fc.constantFrom(...names, 'no-color', 'fromat', 'constructor', '__proto__', '');
  const value = fc.constantFrom('json', 'x=y', '-', '3', '-5', '--', '', 'true', 'ä\n', 'lint');
  const word = fc.oneof(
    value,
    flag.map((each) => `--${each}`),
    fc.tuple(flag, value).map(([each, given]) => `--${each}=${given}`),
    fc.constantFrom('-f', '-c', '-o', '-h', '-V', '-x', '-fjson', '-f=json', '-fc'),
  );
  const reads = async (argv: readonly string[]) => {
    try {
      const found = await findCommand(argv, '.');
      const args = await parseLine(found);
      if (typeof args !== 'string')
        expect(Object.keys(args).sort()).toEqual(
          [...Object.keys(found.command.flags), 'positional', 'words'].sort(),
        );
    } catch (error) {
      expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(/\w/) });
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(word, { maxLength: 5 }), reads), { numRuns: 500 });
});
