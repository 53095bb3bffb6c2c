import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lintText } from '../../src/browser.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, type RunOptions, run } from './run.ts';

// Enough that JSON Lines are streamed. Descriptions make it large, so that there is little to check.

const text = (n: number, from: string): string =>
  from
    .replace('wf_welcome', `wf_${n}`)
    .replace('Welcome series', `Series ${n}`)
    .replace('{', `{"description":"${'é'.repeat(150_000)}",`);
const items = Array.from({ length: 32 }, (_, n) =>
  text(n === 31 ? 3 : n, n === 30 ? FAULTY : CLEAN),
);
const list = `{"object":"list",\n"has_more":false,"data":[\n${items.join(',\n')}\n]}`;

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly location: { readonly region?: { readonly startLine: number } };
  }[];
  readonly summary: object;
}

const reportOf = async (args: readonly string[], options: RunOptions): Promise<Report> =>
  JSON.parse((await run([...args, '-f', 'json'], options)).out) as Report;

test('a list of nine megabytes has the same report as a file, in gzip and from standard input', async () => {
  const cwd = folderOf({
    'a.json': list,
    'a.json.gz': gzipSync(list, { level: 0 }),
    'e.json': EVENTS,
  });
  const file = await reportOf(['a.json', 'e.json'], { cwd });
  const packed = await reportOf(['a.json.gz', 'e.json'], { cwd });
  const stdin = await reportOf(['-', 'e.json', '--stdin-filename', 'a.json'], { cwd, input: list });
  const plain = JSON.stringify(file);
  expect(plain).toContain('"duplicate-workflow-id"');
  expect(JSON.stringify(packed).replaceAll('a.json.gz', 'a.json')).toBe(plain);
  expect(JSON.stringify(stdin)).toBe(plain);
  const whole = lintText(list, {}, 'a.json').findings;
  expect(
    file.findings.filter(({ rule }) => rule !== 'unknown-event').map(({ location }) => location),
  ).toEqual(
    whole.map(({ location: { source, pointer, region } }) => ({ source, pointer, region })),
  );
});

test('nine megabytes that are cut off are invalid JSON, and a large list is not taken for JSON Lines', async () => {
  const cwd = folderOf({
    'cut.json': list.slice(0, -3),
    'lines.json': items.join('\n'),
    'lines.ndjson.gz': gzipSync(items.join('\n'), { level: 0 }),
    'e.json': EVENTS,
  });
  const cut = await run(['cut.json', '-f', 'compact'], { cwd });
  expect(cut.code).toBe(1);
  expect(cut.out).toContain('unexpected end of file: 2 unclosed brackets [invalid-json]');
  const lines = await reportOf(['lines.json', 'e.json'], { cwd });
  expect(
    lines.findings.map(({ rule, location }) => `${location.region?.startLine} ${rule}`),
  ).toEqual(
    expect.arrayContaining([
      '31 dangling-edge',
      '32 duplicate-workflow-id',
      '32 duplicate-workflow-name',
    ]),
  );
  expect(
    JSON.stringify(await reportOf(['lines.ndjson.gz', 'e.json'], { cwd })).replaceAll(
      'lines.ndjson.gz',
      'lines.json',
    ),
  ).toBe(JSON.stringify(lines));
  expect(
    await reportOf(['-', 'e.json', '--stdin-filename', 'lines.json'], {
      cwd,
      input: items.join('\n'),
    }),
  ).toEqual(lines);
});
