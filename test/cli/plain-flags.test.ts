import { expect, test } from 'vitest';
import { FLAGS } from '../../src/cli/flags.ts';
import { parseFlags } from '../../src/cli/parse-flags.ts';
import { readPlainFlags } from '../../src/cli/plain-flags.ts';
import fc from '../fast-check.ts';

const names = Object.keys(FLAGS);
const same = (parsed: Record<string, unknown>) => Object.fromEntries(['_', ...names].map((name) => [name, [parsed[name] ?? []].flat()]));

test('plain flags are read as by the library, or left to it', async () => {
  const name = fc.constantFrom(...names, 'no-color', 'no-config', 'help', 'fromat', 'constructor', '__proto__');
  const value = fc.constantFrom(
    'json',
    'a.json',
    'text=x.txt',
    '-',
    '3',
    '0x10',
    '1e3',
    '-5',
    '--',
    '',
    'true',
    '"quoted"',
    "'x'",
    'a b',
    'lint',
    'graph',
    'ä\n',
    '{"a":1}',
  );
  const word = fc.oneof(
    value,
    name.map((each) => `--${each}`),
    fc.tuple(name, value).map(([each, given]) => `--${each}=${given}`),
    fc.constantFrom('-f', '-c', '-o', '-h', '-V', '-x', '-fjson', '-f=json', '-fc'),
  );
  let plain = 0;
  const reads = async (argv: readonly string[]) => {
    const read = readPlainFlags(argv);
    if (read === undefined) return;
    plain++;
    expect(same((await parseFlags(argv, '1.2.3')) as Record<string, unknown>)).toEqual(same(read));
  };
  await fc.assert(fc.asyncProperty(fc.array(word, { maxLength: 5 }), reads), { numRuns: 1000 });
  expect(plain).toBeGreaterThan(100);
});

test.each([
  ['workflows', '-f', 'json', '--fail-on', 'never', '--threads', '1'],
  ['--quiet', 'a.json', '--format=sarif=out.sarif', '-f', 'text', '--only', 'cycle', '--only', 'dangling-edge'],
  ['.', '-c', 'x.json', '--live', '--rule', 'cycle=off'],
])('%s %s %s … need no library', (...argv) => {
  expect(readPlainFlags(argv)).toBeDefined();
});

test.each([['--help'], ['--no-color'], ['--fromat', 'json'], ['--format'], ['--quiet=yes'], ['a.json', '--', '-f'], ['graph', '--events', 'x'], ['--reason=']])(
  '%s is left to the library',
  (...argv) => {
    expect(readPlainFlags(argv)).toBeUndefined();
  },
);
