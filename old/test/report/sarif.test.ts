import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Severity } from '../../src/core/model/finding.ts';
import sarif from '../../src/core/report/sarif.ts';
import { everything, oneFault } from './believable.ts';
import { HOSTILE_NAMES, saying, sayingAll } from './hostile.ts';
import { findingOf, print, resultOf } from './samples.ts';

const runOf = (printed: string) => JSON.parse(printed).runs[0];

test('the report, byte for byte', async () => {
  await expect(print(sarif, oneFault())).toMatchFileSnapshot('one-fault.sarif.txt');
});

test('the run has sorted and described rules, including the rule of every result', () => {
  const { tool, results } = runOf(print(sarif, everything()));
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([
    'dangling-edge',
    'duplicate-event-name',
    'long-subject',
    'rule-crashed',
    'unreachable-step',
    'unused-event',
  ]);
  for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
  expect(tool.driver.rules[0]).toMatchObject({
    name: 'DanglingEdge',
    defaultConfiguration: { level: 'error' },
    properties: {
      tags: ['graph', 'correctness'],
      precision: 'very-high',
      'problem.severity': 'error',
    },
  });
});

test('every rule is within the limits of code scanning', () => {
  const { tool } = runOf(print(sarif, resultOf([]), { rules }));
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
    [...new Set([...rules.map(({ id }) => id), 'rule-crashed'])].sort(),
  );
  for (const { id, name, fullDescription, properties } of tool.driver.rules) {
    expect(fullDescription.text.length).toBeLessThanOrEqual(1024);
    expect(properties.tags.length).toBeLessThanOrEqual(20);
    expect(name).toMatch(/^(?:[A-Z][a-z0-9]*)+$/);
    expect(name.toLowerCase()).not.toBe(id);
  }
});

test('a description that is too long is cut, a page is not', () => {
  const [rule] = runOf(print(sarif, oneFault())).tool.driver.rules;
  const long = {
    ...rule,
    category: 'graph',
    severity: 'info',
    preset: 'strict',
    summary: 'x'.repeat(2000),
    why: 'y',
    remedy: 'z',
  };
  const [described] = runOf(
    print(sarif, resultOf([]), { rules: [long], pageOf: (id) => `# page of ${id}` }),
  ).tool.driver.rules;
  expect(described.fullDescription.text).toBe(`${'x'.repeat(1023)}…`);
  expect(described.help.markdown).toBe('# page of dangling-edge');
  expect(described.properties['problem.severity']).toBe('recommendation');
});

test('failures, rules not checked and omitted findings are notifications', () => {
  const [invocation] = runOf(print(sarif, everything())).invocations;
  expect(invocation.executionSuccessful).toBe(false);
  expect(
    invocation.toolExecutionNotifications.map(({ level, message }: never) => [
      level,
      (message as { text: string }).text,
    ]),
  ).toEqual([
    ['error', 'workflows/old.json.gz: not readable: permission denied'],
    [
      'note',
      'not checked: all rules about steps (2 workflows are in list form, without steps: only names, ids and status were checked)',
    ],
    [
      'note',
      'not checked: duplicate-workflow-name (the workflow list is partial (list.json: has_more is true))',
    ],
    [
      'note',
      'not checked: unknown-event (the event list is partial (events.json: has_more is true))',
    ],
    [
      'note',
      'not checked: unused-event (the event list is partial (events.json: has_more is true))',
    ],
  ]);
  expect(runOf(print(sarif, resultOf([]))).invocations).toEqual([
    { executionSuccessful: true, toolExecutionNotifications: [] },
  ]);
});

test('of 25,001 findings the worst 25,000 are kept, and the other is counted', () => {
  const severities: Severity[] = ['info', 'warning', 'error'];
  const findings = Array.from({ length: 25_001 }, (_, i) =>
    findingOf({ severity: severities[i % 3] as Severity, fingerprint: `f${i}` }),
  );
  const { results, invocations } = runOf(print(sarif, resultOf(findings)));
  expect(results.length).toBe(25_000);
  expect([0, 8_333, 8_334, 16_667, 16_668, 24_999].map((i) => results[i].level)).toEqual([
    'error',
    'warning',
    'warning',
    'note',
    'note',
    'note',
  ]);
  expect(invocations[0].toolExecutionNotifications).toMatchObject(
    [{ level: 'warning', message: { text: /^1 result left out/ } }].map(() => ({
      level: 'warning',
    })),
  );
  expect(invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^1 result left out/);
});

test('25,000 findings keep their order', () => {
  const findings = Array.from({ length: 25_000 }, (_, i) =>
    findingOf({ severity: i === 24_999 ? 'error' : 'info', fingerprint: `f${i}` }),
  );
  const { results, invocations } = runOf(print(sarif, resultOf(findings)));
  expect([results[0].level, results[24_999].level]).toEqual(['note', 'error']);
  expect(invocations[0].toolExecutionNotifications).toEqual([]);
});

test('a finding with many related places links to the first five', () => {
  const related = Array.from({ length: 7 }, (_, i) => ({
    message: `step [${i}]`,
    location: { source: 'a.json', pointer: `/steps/${i}` },
  }));
  const [result] = runOf(
    print(sarif, resultOf([findingOf({ message: 'a round', related })])),
  ).results;
  expect(result.relatedLocations.length).toBe(7);
  expect(result.message.text).toBe(
    'a round. See: [step \\[0\\]](1), [step \\[1\\]](2), [step \\[2\\]](3), [step \\[3\\]](4), [step \\[4\\]](5).',
  );
});

test('fingerprints are unique, and do not depend on lines', () => {
  const { results } = runOf(
    print(sarif, resultOf([findingOf(), findingOf(), findingOf({ fingerprint: 'b' })])),
  );
  const of = (key: string) =>
    results.map(
      ({ partialFingerprints }: { partialFingerprints: Record<string, string> }) =>
        partialFingerprints[key],
    );
  expect(of('edgewise/v1')).toEqual(['00f1c2d3e4a5b697', '00f1c2d3e4a5b697:2', 'b']);
  expect(of('primaryLocationLineHash')).toEqual([
    '00f1c2d3e4a5b697:1',
    '00f1c2d3e4a5b697:2',
    'b:1',
  ]);
});

test('a finding without a region is on the first line', () => {
  const [result] = runOf(print(sarif, resultOf([findingOf()]))).results;
  expect(result.locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'welcome.json', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1 },
      },
      logicalLocations: [{ fullyQualifiedName: '/edges/0/to' }],
    },
  ]);
});

test('the message contains the fault and the help', () => {
  const textOf = (message: string, help?: string) =>
    runOf(print(sarif, resultOf([findingOf({ message, ...(help && { help }) })]))).results[0]
      .message.text;
  expect(textOf('no step "a"', 'did you mean "b"?')).toBe('no step "a"; help: did you mean "b"?');
  expect(textOf('no step "a"')).toBe('no step "a".');
});

test('text of a document cannot create a link', () => {
  // The grammar of an embedded link in SARIF's plain text.
  const link = /(?<!\\)(?:\\\\)*\[((?:[^\\[\]]|\\[\\[\]])*)\]\(([^)]*)\)/g;
  for (const name of HOSTILE_NAMES) {
    for (const { message, relatedLocations = [] } of runOf(print(sarif, saying(name))).results) {
      const targets = [...message.text.matchAll(link)].map(([, , target]) => target);
      expect(targets).toEqual(relatedLocations.map(({ id }: { id: number }) => String(id)));
    }
  }
});

// The validator and the official schema come in one package, which is there on Linux only.
const multitool = join(
  dirname(createRequire(import.meta.url).resolve('edgewise/package.json')),
  'node_modules/@microsoft/sarif-multitool-linux',
);
const cannotValidate =
  process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(multitool);

describe.skipIf(cannotValidate)(
  'validated (needs @microsoft/sarif-multitool-linux: Linux on x64 only)',
  () => {
    const samples = new Map([
      ['nothing', print(sarif, resultOf([]))],
      ['one-fault', print(sarif, oneFault())],
      ['everything', print(sarif, everything())],
      ['real-rules', print(sarif, oneFault(), { rules })],
      ['hostile', print(sarif, sayingAll())],
    ]);

    test('is valid by the official schema', () => {
      const ajv = new Ajv2020({
        strict: false,
        allErrors: true,
        formats: { uri: isUri, 'uri-reference': isUriReference, 'date-time': true, uuid: true },
      });
      const validate = ajv.compile(
        JSON.parse(readFileSync(join(multitool, 'sarif-2.1.0.json'), 'utf8')),
      );
      for (const [name, printed] of samples) {
        validate(JSON.parse(printed));
        expect(validate.errors, name).toBeNull();
      }
    });

    describe('the SARIF validator with rules for GitHub', () => {
      const folder = mkdtempSync(join(tmpdir(), 'edgewise-sarif-'));
      let found: { ruleId: string; level: string; locations: object }[];
      afterAll(() => rmSync(folder, { recursive: true }));

      beforeAll(() => {
        for (const [name, printed] of samples)
          writeFileSync(join(folder, `${name}.sarif`), printed);
        // Its exit code is 0 for bad files too, so its own report is read.
        const report = join(folder, 'report.json');
        execFileSync(
          executable(join(multitool, 'Sarif.Multitool')),
          [
            'validate',
            join(folder, '*.sarif'),
            '--rule-kind',
            'Sarif;Ghas',
            '--level',
            'Error;Warning;Note',
            '--output',
            report,
          ],
          // It requests the URL of the schema: a missing proxy avoids the wait.
          {
            stdio: 'ignore',
            env: {
              DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
              HTTP_PROXY: NOBODY,
              HTTPS_PROXY: NOBODY,
            },
          },
        );
        const [run] = JSON.parse(readFileSync(report, 'utf8')).runs;
        expect(run.invocations[0].executionSuccessful).toBe(true);
        found = run.results;
      });

      test('reports no errors and no warnings', () => {
        const severe = found.filter(({ level }) => level !== 'note');
        expect(severe.map((result) => JSON.stringify(result))).toEqual([]);
      });

      test('reports only known suggestions', () => {
        expect([...new Set(found.map(({ ruleId }) => ruleId))].sort()).toEqual([
          'SARIF2002', // messages by id and arguments: code scanning shows them all the same, and others do not
          'SARIF2003', // version control: not asked
          'SARIF2006', // the schema's address answers: no network here
          'SARIF2009', // rule ids like "EW1001": ours are descriptive
          'SARIF2010', // snippets: the report has no content of the document
          'SARIF2011', // nor of the surrounding lines
          'SARIF2012', // a link to the page of a rule: the page itself is in its help
        ]);
      });
    });
  },
);

const NOBODY = 'http://127.0.0.1:1';

/** Packages installed without their scripts have no executable files. */
function executable(file: string): string {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
  return file;
}

function isUri(text: string): boolean {
  return isUriReference(text) && URL.canParse(text);
}

function isUriReference(text: string): boolean {
  return (
    URL.canParse(text, 'https://root.example/') &&
    /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text)
  );
}

test('paths in a checkout are relative to its root; others are unchanged', () => {
  const sources = [
    'a.json',
    '../shared/b.json',
    '../../elsewhere/c.json',
    '-',
    '/etc/d.json',
    'https://api.resend.com/automations/1',
  ];
  const findings = sources.map((source) =>
    findingOf({
      location: { source, pointer: '' },
      related: [{ message: 'there', location: { source, pointer: '' } }],
    }),
  );
  const result = resultOf(findings);
  const urisIn = (printed: string): readonly string[] =>
    [...printed.matchAll(/"uri": "([^"]*)"/g)].map(([, uri]) => uri as string);
  const printed = print(
    sarif,
    { ...result, failures: [{ source: 'gone.json', message: 'no such file', refused: true }] },
    { folder: 'ci/lint' },
  );
  const expected = [
    'ci/lint/a.json',
    'ci/shared/b.json',
    'elsewhere/c.json',
    'stdin',
    'etc/d.json',
    'api.resend.com/automations/1',
  ];
  expect(urisIn(printed)).toEqual(['ci/lint/gone.json', ...expected.flatMap((uri) => [uri, uri])]);
  expect(printed).toContain('The root of the checkout.');
  expect(urisIn(print(sarif, result))[2]).toBe('_parent/shared/b.json');
});
