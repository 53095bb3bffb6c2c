import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, type Run, run } from './run.ts';

interface Report {
  summary: Record<string, number>;
  failures: { source: string; message: string }[];
  notChecked: { rule: string; reason: string }[];
  findings: {
    rule: string;
    message: string;
    location: { source: string; pointer: string; region?: Record<string, number> };
  }[];
}

async function lint(
  files: Record<string, string | Uint8Array>,
  ...args: string[]
): Promise<Run & { report: Report }> {
  const result = await run(['-f', 'json', ...(args.length === 0 ? Object.keys(files) : args)], {
    cwd: folderOf(files),
  });
  return { ...result, report: JSON.parse(result.out) as Report };
}

const rulesOf = ({ findings }: Report) => findings.map(({ rule }) => rule);

describe('invalid bytes are a finding with a position, exit 1', () => {
  test.each([
    ['an empty file', ''],
    ['only a byte order mark', '\uFEFF'],
  ])('%s', async (_, text) => {
    const { code, report } = await lint({ 'a.json': text });
    expect(code).toBe(1);
    expect(report.findings).toMatchObject([
      {
        rule: 'invalid-json',
        message: expect.stringContaining('empty'),
        location: { region: { startLine: 1, startColumn: 1 } },
      },
    ]);
  });

  test('a byte order mark is skipped, and columns do not count it', async () => {
    expect((await lint({ 'a.json': `\uFEFF${CLEAN}`, 'e.json': EVENTS })).code).toBe(0);
    const plain = (await lint({ 'a.json': FAULTY })).report.findings[0];
    expect((await lint({ 'a.json': `\uFEFF${FAULTY}` })).report.findings[0]?.location).toEqual(
      plain?.location,
    );
  });

  test.each([
    ['little endian with a byte order mark', Buffer.from(`\uFEFF${CLEAN}`, 'utf16le')],
    ['little endian without a byte order mark', Buffer.from(CLEAN, 'utf16le')],
    ['big endian with a byte order mark', Buffer.from(`\uFEFF${CLEAN}`, 'utf16le').swap16()],
  ])('UTF-16, %s, is reported as such', async (_, bytes) => {
    const { code, report } = await lint({ 'a.json': bytes });
    expect(code).toBe(1);
    expect(report.findings[0]).toMatchObject({
      rule: 'invalid-json',
      message: expect.stringContaining('UTF-16'),
    });
  });

  test('invalid UTF-8 is reported with its byte offset', async () => {
    const at = Buffer.from(CLEAN).indexOf('Welcome');
    const bytes = Buffer.from(CLEAN);
    bytes[at] = 0xff;
    const { code, report } = await lint({ 'a.json': bytes });
    expect(code).toBe(1);
    expect(report.findings[0]?.message).toContain(`byte ${at}`);
  });

  test('a valid export cut at any byte fails without a crash', async () => {
    const text = `${JSON.stringify({ workflows: [JSON.parse(CLEAN)] })}`;
    const files = Object.fromEntries(
      Array.from({ length: text.length - 1 }, (_, n) => [
        `cut-${String(n).padStart(4, '0')}.json`,
        text.slice(0, n + 1),
      ]),
    );
    const { code, err, report } = await lint(files);
    expect(err).toBe('');
    expect(code).toBe(1);
    expect(new Set(report.findings.map(({ location }) => location.source)).size).toBe(
      text.length - 1,
    );
    expect(new Set(rulesOf(report))).toEqual(new Set(['invalid-json']));
  });

  test.each(['[', '{"a":'])('five million times %s is nested too deeply', async (opening) => {
    const { code, report } = await lint({ 'a.json': opening.repeat(5_000_000) });
    expect(code).toBe(1);
    expect(report.findings[0]?.message).toContain('nesting is deeper');
  });

  test('a well-formed config with 100,000 levels is nested too deeply', async () => {
    const deep = CLEAN.replace(
      '"tpl_welcome"',
      `"tpl_welcome","variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    );
    expect((await lint({ 'a.json': deep })).report.findings).toMatchObject([
      { rule: 'invalid-json', message: expect.stringContaining('nesting is deeper') },
    ]);
  });

  test.each(['null', '5', '"text"', '[]x', 'true'])('the root %s is a finding', async (text) => {
    const { code, report } = await lint({ 'a.json': text });
    expect(code).toBe(1);
    expect(rulesOf(report)).toEqual([text === '[]x' ? 'invalid-json' : 'unrecognized-document']);
  });
});

describe('forms', () => {
  test('gzip, NDJSON and NDJSON in gzip are read', async () => {
    const lines = `${CLEAN}\n\n${FAULTY.replace('wf_welcome', 'wf_2').replace('Welcome series', 'Second')}\r\n${EVENTS}\n`;
    for (const [name, content] of [
      ['a.ndjson', lines],
      ['a.jsonl.gz', gzipSync(lines)],
      ['a.json', lines],
    ] as const) {
      const { code, report } = await lint({ [name]: content });
      expect(code, name).toBe(1);
      expect(
        report.findings.filter(({ rule }) => rule === 'dangling-edge'),
        name,
      ).toMatchObject([{ location: { pointer: '/edges/0/to_step_id', region: { startLine: 3 } } }]);
      expect(report.summary, name).toMatchObject({ workflows: 2, events: 1, sources: 1 });
    }
    expect((await lint({ 'a.json.gz': gzipSync(CLEAN), 'e.json': EVENTS })).code).toBe(0);
  });

  test('a damaged gzip file is refused', async () => {
    const { code, err, report } = await lint({
      'a.json.gz': gzipSync(CLEAN).subarray(0, 40),
      'b.json': CLEAN,
    });
    expect(code).toBe(2);
    expect(err).toContain('a.json.gz');
    expect(report.failures).toHaveLength(1);
    expect(report.summary['workflows']).toBe(1);
  });

  test('standard input is read, also as JSON Lines and with a name', async () => {
    expect((await run(['-', '-f', 'json'], { input: CLEAN })).code).toBe(0);
    const { out, code } = await run(['-', '-f', 'compact', '--stdin-filename', 'flow.json'], {
      input: `${FAULTY}\n${EVENTS}`,
    });
    expect(code).toBe(1);
    expect(out).toMatch(/^flow\.json:1:\d+: error: /m);
  });

  test('a broken line of NDJSON is reported, and the other lines are checked', async () => {
    const { code, report } = await lint({
      'a.ndjson': Buffer.concat([
        Buffer.from(`${CLEAN}\n{"steps":\n`),
        Buffer.from([0xff, 0x0a]),
        Buffer.from(FAULTY),
      ]),
    });
    expect(code).toBe(1);
    expect(
      report.findings.map(({ rule, location }) => [rule, location.region?.['startLine']]),
    ).toEqual(
      expect.arrayContaining([
        ['invalid-json', 2],
        ['invalid-json', 3],
        ['dangling-edge', 4],
      ]),
    );
  });

  test('a byte order mark before a line is skipped, independent of other lines', async () => {
    const second = `${FAULTY.replace('wf_welcome', 'wf_2').replace('Welcome series', 'Second')}\n`;
    const reportOf = async (lines: Uint8Array, name = 'a.ndjson') => {
      const { findings } = (await lint({ [name]: lines })).report;
      return findings.filter(({ location }) => location.region?.['startLine'] === 2);
    };
    const plain = await reportOf(Buffer.from(`${CLEAN}\n${second}`));
    expect(plain).not.toEqual([]);
    const marked = Buffer.from(`${CLEAN}\n\ufeff${second}`);
    expect(await reportOf(marked)).toEqual(plain);
    expect(await reportOf(Buffer.concat([marked, Buffer.from([0xff])]))).toEqual(plain);
    const named = JSON.stringify(plain).replaceAll('a.ndjson', 'a.json');
    expect(JSON.stringify(await reportOf(marked, 'a.json'))).toBe(named);
  });

  test('events may come from another file, or be left out', async () => {
    const files = {
      'flows/a.json': CLEAN.replace('user.created', 'user.creatd'),
      'events/e.json': EVENTS,
    };
    expect(rulesOf((await lint(files, 'flows')).report)).toEqual([]);
    expect(rulesOf((await lint(files, 'flows', '--events', 'events/e.json')).report)).toContain(
      'unknown-event',
    );
    expect(
      (await lint(files, '.', '--events', 'none')).report.notChecked.map(({ rule }) => rule),
    ).toContain('unknown-event');
  });

  test('ids named __proto__, constructor and toString are ordinary ids', async () => {
    const steps = ['__proto__', 'constructor', 'toString'].map(
      (id, i) =>
        `{"id":"${id}","type":"${i === 0 ? 'trigger' : 'send_email'}","config":{"event_name":"user.created","template_id":"tpl"}}`,
    );
    const edges =
      '[{"from_step_id":"__proto__","to_step_id":"constructor"},{"from_step_id":"constructor","to_step_id":"toString"}]';
    const { report } = await lint({
      'a.json': `{"name":"Odd names","steps":[${steps.join(',')}],"edges":${edges}}`,
    });
    expect(
      report.findings.filter(
        ({ rule }) =>
          rule !== 'unknown-config-field' &&
          !rule.endsWith('-emails') &&
          rule !== 'repeated-template' &&
          rule !== 'missing-subject',
      ),
    ).toEqual([]);
    expect(report.summary).toMatchObject({ steps: 3, edges: 2 });
  });
});

test('workflows left out by --status and --workflow are counted in the report', async () => {
  const { report } = await lint({ 'a.json': FAULTY }, 'a.json', '--status', 'disabled');
  expect(report.findings).toEqual([]);
  expect(report.summary['workflows']).toBe(0);
  expect(
    (await lint({ 'a.json': FAULTY }, 'a.json', '--workflow', 'Welcome series')).report.findings,
  ).not.toEqual([]);
});

describe('a file that is given twice is read once', () => {
  const files = { 'w.json': CLEAN, 'all/events.json': EVENTS };
  test.each([
    ['with --events', ['w.json', '--events', 'all/events.json', '--events', 'all/events.json']],
    ['by two spellings', ['w.json', './w.json', 'all/events.json', 'all/../all/events.json']],
    ['in its folder', ['w.json', 'all', 'all/events.json', '--events', './all/events.json']],
    ['by its name and a glob', ['w.json', '*.json', '--events', 'all/*.json', 'all/events.json']],
  ])('%s', async (_, args) => {
    const { code, report } = await lint(files, ...args);
    expect(report.findings.filter(({ rule }) => rule.startsWith('duplicate-'))).toEqual([]);
    expect(report.summary).toMatchObject({ sources: 2, workflows: 1, events: 1 });
    expect(code).toBe(0);
  });
});
