import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { textDocuments } from '../../src/core/document/split.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { writeFix } from '../../src/core/model/fix.ts';
import type { FixSafety } from '../../src/core/model/nodes.ts';
import { placeIn } from '../../src/core/model/place.ts';
import { defineRule } from '../../src/core/rule.ts';
import { fixItems } from '../../src/run/fix.ts';
import { keepMadeFixes } from '../../src/run/printed-fixes.ts';
import { runItems } from '../../src/run/run.ts';
import fc from '../fast-check.ts';
import { lintTexts } from '../lint-text.ts';
import { expectBetter } from './better.ts';

const active = activate(rules, { preset: 'strict' });

/** The text of a file after its fixes. */
function fixed(name: string, text: string, safety: FixSafety, chosen = active): string {
  const from = { explicit: true, path: name };
  const items = [{ documents: [...textDocuments(text, name)], from }];
  const { items: after } = fixItems(items, { rules: chosen }, safety, () => true);
  const [item] = after;
  const documents = item !== undefined && 'documents' in item ? [...item.documents] : [];
  return documents.map((document) => document.text).join('\n');
}

const findingsIn = (name: string, text: string): readonly Finding[] =>
  lintTexts({ [name]: text }, { preset: 'strict' }).findings;

function readFolder(path: string): readonly (readonly [string, string])[] {
  const home = new URL(path, import.meta.url);
  return readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json') && !/options|sim\.json/.test(name))
    .map((name) => [name, readFileSync(new URL(name, home), 'utf8')] as const);
}

const scenes = readFolder('../rules/').filter(([name]) => name.endsWith('.bad.json'));

test('at least 45 rules have a scene with a fix', () => {
  const fixable = new Set(
    scenes.flatMap(([name, text]) => {
      const only = new Set([name.slice(0, name.indexOf('/'))]);
      const { findings } = lintTexts({ [name]: text }, { only });
      return findings.filter(({ fixes }) => fixes.length > 0).map(({ rule }) => rule);
    }),
  );
  expect([...fixable].sort()).toMatchInlineSnapshot(`
    [
      "dangling-edge",
      "dead-branch",
      "duplicate-edge",
      "duplicate-event-name",
      "duplicate-json-key",
      "edge-order",
      "endless-wait",
      "excessive-delay",
      "invalid-branch",
      "invalid-config",
      "invalid-delay",
      "invalid-event-name",
      "invalid-json",
      "invalid-rule",
      "invalid-sender",
      "invalid-shape",
      "invalid-update",
      "missing-timeout-branch",
      "mustache-in-variable",
      "sdk-spelling",
      "self-loop",
      "step-order",
      "swapped-branches",
      "template-variable-type",
      "trigger-has-incoming",
      "trigger-not-first",
      "type-mismatch",
      "unbalanced-variable",
      "unclear-duration",
      "undeclared-template-variable",
      "unknown-config-field",
      "unknown-contact-property",
      "unknown-edge-type",
      "unknown-event",
      "unknown-field",
      "unknown-schema-type",
      "unknown-segment",
      "unknown-status",
      "unknown-step-type",
      "unknown-system-event",
      "unknown-template",
      "unknown-topic",
      "unknown-variable",
      "unqualified-variable",
      "unreachable-step",
      "unsupported-variable",
    ]
  `);
  expect(fixable.size).toBeGreaterThanOrEqual(45);
});

describe.each(['safe', 'unsafe'] as const)('%s fixes of all scenes', (safety) => {
  test.each(scenes)('%s', (name, text) => {
    const once = fixed(name, text, safety);
    expect(fixed(name, once, safety)).toBe(once);
    if (!isJson(text)) return;
    expect(isJson(once)).toBe(true);
    expectBetter(findingsIn(name, text), findingsIn(name, once));
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// A fault in a word of a clean workflow: the fix gives back the same bytes.
const examples = readFolder('../../examples/automations/').map(
  ([name, text]) => [name, fixed(name, text, 'safe')] as const,
);
const WORDS =
  /"(send_email|delay|condition|wait_for_event|contact_update|condition_met|condition_not_met|event_received|enabled|duration|template|operator|gte|contains)"/g;

test('the fix of a misspelt word restores the file, or does not change it', () => {
  const spelling = fc.constantFrom<(word: string) => string>(
    (word) => word.toUpperCase(),
    (word) => ` ${word}`,
    (word) => word.slice(0, -1),
    (word) => `${word}x`,
    (word) => (word[1] ?? '') + word[0] + word.slice(2),
  );
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.nat(), spelling, ([name, text], nth, misspell) => {
      const words = [...text.matchAll(WORDS)];
      const word = words[nth % words.length] as RegExpMatchArray;
      const [quoted, plain = ''] = word;
      const faulty =
        text.slice(0, word.index) +
        JSON.stringify(misspell(plain)) +
        text.slice((word.index ?? 0) + quoted.length);
      const after = fixed(name, faulty, 'safe');
      expect([text, faulty]).toContain(after);
    }),
    { numRuns: 150 },
  );
});

test('several faults of one file are fixed together, and the rest of the file is unchanged', () => {
  const [, text] = examples.find(([name]) => name === 'welcome.json') as readonly [string, string];
  const faulty = text
    .replaceAll('\n', '\r\n')
    .replace('"send_email"', '"send_emial"')
    .replace('"enabled"', '"active"');
  expect(fixed('welcome.json', faulty, 'safe')).toBe(text.replaceAll('\n', '\r\n'));
});

test('a fix that alone causes a finding is applied when another fix prevents the finding', () => {
  const names = { preset: 'correctness', category: 'document', severity: 'error' } as const;
  const texts = { ...names, summary: '', why: '', remedy: '' };
  const rename = (field: 'id' | 'name') =>
    defineRule({
      ...{ ...texts, id: `old-${field}` },
      workflow: ({ workflow }, report) => {
        const fixes = writeFix([[workflow, field]], 'new');
        if (workflow[field] === 'old') report({ at: [workflow, field], message: 'old', fixes });
      },
    });
  const together = defineRule({
    ...{ ...texts, id: 'different' },
    workflow: ({ workflow }, report) => {
      const { id, name } = workflow;
      if (id !== name) report({ at: workflow, message: 'the id is not the name' });
    },
  });
  const chosen = activate([rename('id'), rename('name'), together], {});
  const workflowNamed = (name: string) =>
    JSON.stringify({ id: name, name, status: 'enabled', steps: [], connections: [] });
  expect(fixed('a.json', workflowNamed('old'), 'safe', chosen)).toBe(workflowNamed('new'));
});

const STEPS = `"steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "trial.started" } },
    { "key": "mail", "type": "send_email", "config": { "template": { "id": "tips" } } }
  ]`;
const FIRST = '{ "from": "start", "to": "mail", "type": "default" }';
const workflowOf = (...edges: readonly string[]) =>
  `{ "name": "Tips", "status": "enabled", ${STEPS}, "connections": [${edges.join(', ')}] }`;

test.each([
  ['at the end', [FIRST, goneFrom('mail'), goneFrom('start')], [FIRST]],
  ['at the start', [goneFrom('mail'), goneFrom('start'), FIRST], [FIRST]],
  ['apart', [goneFrom('mail'), FIRST, goneFrom('start')], [FIRST]],
  ['alone', [goneFrom('mail'), goneFrom('start')], []],
  ['dangling at both ends', [FIRST, '{ "from": "gone", "to": "gone" }'], [FIRST]],
])('edges removed by one fix leave no comma: %s', (_, edges, left) => {
  const only = active.filter(({ rule }) => rule.id === 'dangling-edge');
  expect(fixed('a.json', workflowOf(...edges), 'unsafe', only)).toBe(workflowOf(...left));
});

function goneFrom(from: string): string {
  return `{ "from": "${from}", "to": "no such step", "type": "default" }`;
}

test('syntax is corrected first, and other faults of the document after it', () => {
  const clean = workflowOf(FIRST);
  const faulty = clean.replace('"send_email"', '"send_emial"').replace(/ }$/, ', }');
  expect(fixed('a.json', faulty, 'safe')).toBe(clean);
  // A line that stays unreadable is not changed.
  const lines = [faulty, `${faulty.slice(0, -20)},}`, clean].map((text) =>
    text.replaceAll('\n', ''),
  );
  expect(fixed('a.ndjson', lines.join('\n'), 'safe').split('\n').slice(1)).toEqual(lines.slice(1));
});

test('a field without a value is overwritten, not added again', () => {
  const text = JSON.stringify({
    name: 'Wait',
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
      { key: 'wait', type: 'wait_for_event', config: { event_name: 'trial.ended', timeout: null } },
    ],
    connections: [{ from: 'start', to: 'wait' }],
  });
  const only = active.filter(({ rule }) => rule.id === 'endless-wait');
  expect(fixed('a.json', text, 'unsafe', only)).toBe(text.replace('null', '"3 days"'));
});

test('refused fixes prevent no others: the checks do not grow with the number of fixes', () => {
  const workflow = (i: number, last: object) => ({
    id: `w${i}`,
    name: `Workflow ${i}`,
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: `user.created_${i}` } },
      ...Array.from({ length: 8 }, (_, n) => ({
        key: `mail_${n}`,
        type: 'send_emial',
        config: { template: { id: `t${i}_${n}` } },
      })),
      last,
    ],
    connections: [],
  });
  let checks = 0;
  const counted = active
    .filter(({ rule }) =>
      ['unknown-step-type', 'invalid-shape', 'unreachable-step'].includes(rule.id),
    )
    .map((each) => ({
      ...each,
      rule: {
        ...each.rule,
        workflow(...args: Parameters<NonNullable<typeof each.rule.workflow>>) {
          if (each.rule.id === 'unknown-step-type') checks++;
          each.rule.workflow?.(...args);
        },
      },
    }));
  const count = 40;
  const text = JSON.stringify({
    object: 'list',
    data: Array.from({ length: count }, (_, i) => workflow(i, { key: 'end', type: 'dely' })),
  });
  const once = fixed('a.json', text, 'safe', counted);
  expect(once).not.toContain('send_emial');
  expect(checks / count).toBeLessThan(10);
});

test('8,000 fixes of one file take less than ten checks of it', () => {
  let checks = 0;
  const counted = active
    .filter(({ rule }) => rule.id === 'unknown-step-type')
    .map((each) => ({
      ...each,
      rule: {
        ...each.rule,
        workflow(...args: Parameters<NonNullable<typeof each.rule.workflow>>) {
          checks++;
          each.rule.workflow?.(...args);
        },
      },
    }));
  const steps = (type: string, i: number) =>
    Array.from({ length: 80 }, (_, n) => ({
      key: `mail_${n}`,
      type,
      config: { template: { id: `t${i}_${n}` } },
    }));
  const textOf = (type: string): string =>
    JSON.stringify(
      Array.from({ length: 100 }, (_, i) => ({
        name: `Workflow ${i}`,
        status: 'enabled',
        steps: steps(type, i),
        connections: [],
      })),
    );
  expect(fixed('a.json', textOf('send_emial'), 'safe', counted)).toBe(textOf('send_email'));
  expect(checks / 100).toBeLessThan(10);
});

const SHARED = {
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A test.',
  why: 'A test.',
  remedy: 'None.',
} as const;

/** Corrects misspelt delays, and reports in the first file each file that has a delay with a name of this kind. */
function delayRules(
  kind: RegExp,
  { isRelated = false, countCheck = () => {} }: { isRelated?: boolean; countCheck?: () => void },
) {
  const fixable = defineRule({
    ...SHARED,
    id: 'misspelt-delay',
    severity: 'warning',
    workflow({ workflow }, report) {
      countCheck();
      for (const step of workflow.steps)
        if (step.raw['type'] === 'dely')
          report({ at: step, message: 'misspelt', fixes: writeFix([[step, 'type']], 'delay') });
    },
  });
  const elsewhere = defineRule({
    ...SHARED,
    id: 'delay-elsewhere',
    severity: 'warning',
    summarize: ({ workflow }) =>
      workflow.steps.some(({ key, raw }) => raw['type'] === 'delay' && kind.test(String(key))),
    compare({ summaries }, report) {
      for (const each of summaries) {
        const { summary, pointer, document } = each;
        if (summary)
          report({
            at: placeIn(summaries[0] as typeof each, 'name'),
            message: `delay in ${document.source} ${pointer}`,
            fingerprintKey: { detail: document.source },
            related: isRelated ? [{ at: placeIn(each, 'name'), message: 'here' }] : [],
          });
      }
    },
  });
  return activate([fixable, elsewhere], { preset: 'recommended' });
}

/** Files with misspelt delays, by their names. */
const misspeltDelays = (files: readonly (readonly string[])[]) =>
  files.map((keys, i) => {
    const path = `${String(i).padStart(3, '0')}.json`;
    const steps = keys.map((key) => ({ key, type: 'dely' }));
    const text = JSON.stringify({ name: `Workflow ${i}`, steps, connections: [] });
    return { documents: [...textDocuments(text, path)], from: { explicit: true, path } };
  });

test.each([
  ['all fixes', false],
  ['the fix that it names', true],
])(
  'fixes that cause a finding elsewhere are refused, and no others, when it may be of %s',
  (_, isRelated) => {
    const files = [
      [],
      ['bad'],
      ['good'],
      ['worse', 'bad', 'good', 'better'],
      ['bad', 'fine'],
      ['fine'],
    ];
    const chosen = delayRules(/bad|worse/, { isRelated });
    const { changed, made, refused } = fixItems(
      misspeltDelays(files),
      { rules: chosen },
      'safe',
      () => true,
    );
    const fixedKeys = changed.map(({ text }) => text.match(/\w+(?=","type":"delay")/g)?.join());
    expect(fixedKeys).toEqual(['good', 'good,better', 'fine', 'fine']);
    expect(made).toHaveLength(5);
    expect(
      refused.map(({ finding, cause }) => `${finding.location.source}: ${cause?.message}`).sort(),
    ).toEqual([
      '001.json: delay in 001.json ',
      '003.json: delay in 003.json ',
      '003.json: delay in 003.json ',
      '004.json: delay in 004.json ',
    ]);
  },
);

test('a report tries fixes with few checks, also where each causes a finding in another of many files', () => {
  let checks = 0;
  const chosen = delayRules(/./, { countCheck: () => checks++ });
  const count = 300;
  const items = misspeltDelays(
    Array.from({ length: count }, (_, i) => (i === 0 ? [] : ['one', 'two'])),
  );
  const { findings } = runItems(items, { rules: chosen }).result;
  expect(findings).toHaveLength(2 * (count - 1));
  checks = 0;
  const kept = keepMadeFixes(findings, items, { rules: chosen }, () => true);
  expect(kept.findings.every(({ fixes }) => fixes.length === 0)).toBe(true);
  expect(kept.untried).toBe(findings.length);
  expect(checks / count).toBeLessThan(15);
});

test('of 200 workflows with 500 findings, each fix that is made is printed, and no other', () => {
  const faults = [
    ['"send_email"', '"send_emial"'],
    ['"3 days"', '"3 dyas"'],
    ['"condition_met"', '"condition_mett"'],
    ['"enabled"', '"enabeld"'],
    ['"operator": "eq"', '"operator": "equals"'],
  ] as const;
  const items = Array.from({ length: 200 }, (_, i) => {
    const key = `w${i}`;
    const clean = `{
      "name": "Workflow ${i}", "status": "enabled", "steps": [
        { "key": "start", "type": "trigger", "config": { "event_name": "user.created_${key}" } },
        { "key": "wait", "type": "delay", "config": { "duration": "3 days" } },
        { "key": "ask", "type": "condition", "config": { "type": "rule", "field": "event.plan", "operator": "eq", "value": "pro" } },
        { "key": "mail", "type": "send_email", "config": { "template": { "id": "${key}" } } }
      ], "connections": [
        { "from": "start", "to": "wait", "type": "default" },
        { "from": "wait", "to": "ask", "type": "default" },
        { "from": "ask", "to": "mail", "type": "condition_met" }
      ] }`;
    const text = [0, 1, 2].reduce((faulty, nth) => {
      const [from, to] = faults[(i + nth * (1 + (i % 2))) % faults.length] as [string, string];
      return faulty.replace(from, to);
    }, clean);
    return { documents: [...textDocuments(text, key)], from: { explicit: true, path: key } };
  });
  const settings = { rules: active };
  const { findings } = runItems(items, settings).result;
  expect(findings.length).toBeGreaterThan(500);
  const { made } = fixItems(items, settings, 'safe', () => true);
  const printed = keepMadeFixes(findings, items, settings, () => true);
  const safe = printed.findings.filter(({ fixes }) => fixes.some((fix) => fix.safety === 'safe'));
  expect(made.length).toBeGreaterThan(400);
  expect(printed.untried).toBe(0);
  expect(new Set(safe.map(({ fingerprint }) => fingerprint))).toEqual(
    new Set(made.map(({ finding }) => finding.fingerprint)),
  );
});
