import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { lint } from '../../src/core/lint/lint.ts';
import { documentsOf, ruleSet } from '../cases.ts';
import { EVERYTHING, print, run, runOnAccount } from './context.ts';
import { HOSTILE_NAMES } from './hostile.ts';

const hostile = run(
  Object.fromEntries(
    HOSTILE_NAMES.map((name, i) => [
      `${i} ${name}.json`,
      {
        name,
        steps: [{ key: name, type: 'trigger', config: {} }],
        connections: [{ from: name, to: i }],
      },
    ]),
  ),
);
const RESULTS = new Map([
  ['nothing', run({})],
  ['everything', EVERYTHING],
  [
    'account',
    runOnAccount([{ name: 'Live', steps: [{ key: 'a', type: 'delay' }], connections: [] }]),
  ],
  ['hostile', hostile],
]);

test('JSON reports have the published schema', async () => {
  const file = new URL('../../schemas/report.schema.json', import.meta.url);
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(file, 'utf8')));
  for (const [name, result] of RESULTS) {
    validate(JSON.parse(await print('json', result, { showAccepted: true })));
    expect(validate.errors, name).toBeNull();
  }
});

test('JUnit reports have the schema that Jenkins reads, and unique names', async () => {
  const contents = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');
  const documents = await Promise.all([...RESULTS.values()].map((each) => print('junit', each)));
  const xml = documents.map((text, i) => ({ fileName: `${i}.xml`, contents: text }));
  const { errors, rawOutput } = await validateXML({
    xml,
    schema: { fileName: 'junit.xsd', contents } as never,
  });
  expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([]);
  expect(rawOutput.match(/^\d\.xml validates$/gm)).toHaveLength(documents.length);
  const names = [...(documents[3] ?? '').matchAll(/<testcase [^>]* name="([^"]*)"/g)];
  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
});

test('GitLab reads every entry', async () => {
  const entries: readonly Record<string, unknown>[] = JSON.parse(await print('gitlab', hostile));
  expect(new Set(entries.map((entry) => entry['fingerprint'])).size).toBe(entries.length);
  for (const { description, check_name, location } of entries) {
    expect([description, check_name].every((text) => text !== '')).toBe(true);
    expect(location).toMatchObject({
      path: expect.any(String),
      lines: { begin: expect.any(Number) },
    });
  }
});

test('SARIF describes every rule within the limits of code scanning', async () => {
  const { rules } = ruleSet;
  const { driver } = JSON.parse(await print('sarif', EVERYTHING, { rules })).runs[0].tool;
  expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules.map(({ id }) => id));
  for (const { id, fullDescription, help } of driver.rules) {
    expect(fullDescription.text.length).toBeLessThanOrEqual(1024);
    expect(help.markdown).toContain(`## ${id}`);
  }
});

test('fingerprints of SARIF do not depend on lines', async () => {
  const input = 'start: trigger a.b\nstart -> gone';
  const of = async (text: string) => {
    const [document] = documentsOf({ input: { 'a.json': text } });
    const result = lint(document === undefined ? [] : [document], ruleSet);
    return JSON.parse(await print('sarif', result)).runs[0].results.map(
      ({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints,
    );
  };
  const text = documentsOf({ input })[0]?.input.text ?? '';
  expect(await of(text)).toEqual(await of(`\n\n${JSON.stringify(JSON.parse(text))}`));
});

// The validator and the official schema come in one package, which is there on Linux only.
const multitool = join(
  dirname(createRequire(import.meta.url).resolve('edgewise/package.json')),
  'node_modules/@microsoft/sarif-multitool-linux',
);
const isMissing = process.arch !== 'x64' || !existsSync(multitool);

describe.skipIf(isMissing)('SARIF, validated (Linux on x64 only)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-sarif-'));
  let found: { ruleId: string; level: string }[];
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    for (const [name, result] of RESULTS)
      writeFileSync(join(folder, `${name}.sarif`), await print('sarif', result));
    const program = join(multitool, 'Sarif.Multitool');
    // Packages installed without their scripts have no executable files.
    chmodSync(program, 0o755);
    const report = join(folder, 'report.json');
    const kinds = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning;Note'];
    // It requests the schema: a missing proxy avoids the wait. It exits with 0 for bad files too.
    execFileSync(program, ['validate', join(folder, '*.sarif'), ...kinds, '--output', report], {
      stdio: 'ignore',
      env: {
        DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
        HTTP_PROXY: 'http://127.0.0.1:1',
        HTTPS_PROXY: 'http://127.0.0.1:1',
      },
    });
    const [report1] = JSON.parse(readFileSync(report, 'utf8')).runs;
    expect(report1.invocations[0].executionSuccessful).toBe(true);
    found = report1.results;
  });

  test('by the official schema', async () => {
    const formats = {
      uri: true,
      'uri-reference': isReference,
      'date-time': true,
      uuid: true,
    } as const;
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
    const schema = JSON.parse(readFileSync(join(multitool, 'sarif-2.1.0.json'), 'utf8'));
    const validate = ajv.compile(schema);
    for (const [name, result] of RESULTS) {
      validate(JSON.parse(await print('sarif', result)));
      expect(validate.errors, name).toBeNull();
    }
  });

  test('by the validator with the rules of GitHub: only known suggestions', () => {
    const severe = found.filter(({ level }) => level !== 'note');
    expect(severe.map((each) => JSON.stringify(each))).toEqual([]);
    expect([...new Set(found.map(({ ruleId }) => ruleId))].sort()).toEqual([
      'SARIF2002', // messages by id and arguments
      'SARIF2003', // version control
      'SARIF2006', // the address of the schema answers
      'SARIF2009', // rule ids such as "EW1001"
      'SARIF2010', // snippets
      'SARIF2011', // nor of the surrounding lines
      'SARIF2012', // a link to the page of a rule: the page itself is in its help
    ]);
  });
});

const isReference = (text: string): boolean =>
  URL.canParse(text, 'https://root.example/') &&
  /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text);
