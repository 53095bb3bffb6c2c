import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { placeOf } from '../../src/core/model/place.ts';
import type { AnyRule, ReportFn } from '../../src/core/rule.ts';
import { CLEAN } from '../cli/run.ts';

function lint(files: Record<string, string>): readonly Finding[] {
  const linter = createLinter(activate(rules, { preset: 'strict' }));
  for (const [source, text] of Object.entries(files)) {
    linter.add(
      parseDocument(text, { source, index: 0, line: 1, start: 0, end: text.length }),
      text,
    );
  }
  return linter.finish().findings;
}

const prints = (files: Record<string, string>): readonly string[] =>
  lint(files)
    .map(({ fingerprint }) => fingerprint)
    .sort();

const value = JSON.parse(
  CLEAN.replace('"to_step_id":"welcome"', '"to_step_id":"welcom"').replace(
    '"template_id"',
    '"tempalte_id":"x","colour":1,"template_id"',
  ),
);
value.steps.push(
  { id: 'lost', type: 'delay', config: { seconds: 0 } },
  { id: 'lost too', type: 'delay', config: { seconds: -1 } },
);
const COMPACT = JSON.stringify(value);

test('fingerprints do not depend on line, file name, order or an enclosing list', () => {
  const before = prints({ 'a.json': COMPACT });
  expect(before.length).toBeGreaterThan(4);
  expect(prints({ 'a.json': `\n\n${JSON.stringify(value, null, 4)}` })).toEqual(before);
  expect(prints({ 'z/renamed.json': COMPACT })).toEqual(before);
  const reversed = {
    ...value,
    steps: [value.steps[0], ...value.steps.slice(1).reverse()],
    edges: [...value.edges].reverse(),
  };
  expect(prints({ 'a.json': JSON.stringify(reversed) })).toEqual(before);
  expect(
    prints({ 'a.json': JSON.stringify(Object.fromEntries(Object.entries(value).reverse())) }),
  ).toEqual(before);
  expect(
    prints({
      'a.json': JSON.stringify({ workflows: { object: 'list', has_more: false, data: [value] } }),
    }),
  ).toEqual(before);
});

test('a finding in a document without names keeps its fingerprint when the file is renamed', () => {
  const list = '{"object":"list","has_more":true,"data":[{"object":"event","schema":5}]}';
  expect(prints({ 'b.json': list })).toEqual(prints({ 'a.json': list }));
});

test('of two equal workflows, the reported one depends on file names, the fingerprint does not', () => {
  const [one, two] = [CLEAN.replace('wf_welcome', 'wf_1'), CLEAN.replace('wf_welcome', 'wf_2')];
  const events = (name: string) =>
    JSON.stringify({ object: 'event', id: name, name, schema: null });
  const files = {
    'a.json': one,
    'b.json': two,
    'c.json': events('user.created'),
    'd.json': events('user_created'),
  };
  const swapped = {
    'b.json': one,
    'a.json': two,
    'd.json': events('user.created'),
    'c.json': events('user_created'),
  };
  const alike = (given: Record<string, string>) =>
    lint(given).filter(({ rule }) =>
      /^(?:duplicate-workflow-name|similar-event-names)$/.test(rule),
    );
  expect(alike(files)).toHaveLength(2);
  expect(alike(swapped).map(({ fingerprint }) => fingerprint)).toEqual(
    alike(files).map(({ fingerprint }) => fingerprint),
  );
});

test('fingerprints are unique, and a new finding of the same rule has another fingerprint', () => {
  const before = lint({ 'a.json': COMPACT });
  expect(new Set(before.map(({ fingerprint }) => fingerprint)).size).toBe(before.length);
  const swapped = lint({
    'a.json': COMPACT.replace('"tempalte_id"', '"subjct"').replace(
      '"id":"lost too"',
      '"id":"lost as well"',
    ),
  });
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  expect(
    swapped
      .filter(({ fingerprint }) => !known.has(fingerprint))
      .map(({ rule, step }) => `${rule} ${step}`)
      .sort(),
  ).toEqual([
    'invalid-delay lost as well',
    'unknown-config-field welcome',
    'unreachable-step lost as well',
  ]);
});

test('three or more colliding workflows are one finding, independent of file names', () => {
  const workflow = (id: string, keys: readonly string[]) => ({
    id,
    name: id,
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      ...keys.map((key) => ({
        key,
        type: 'send_email',
        config: { template: { id: `tpl_${id}_${key}` } },
      })),
    ],
    connections: keys.map((key) => ({ from: 'start', to: key })),
  });
  const all = [workflow('wf_b', ['b1']), workflow('wf_c', ['c1']), workflow('wf_a', ['a1'])];
  const about = (given: readonly object[], rule: string) =>
    lint(Object.fromEntries(given.map((each, i) => [`${i}.json`, JSON.stringify(each)])))
      .filter((finding) => finding.rule === rule)
      .map(({ fingerprint }) => fingerprint)
      .sort();
  const [one, two, three] = all as [object, object, object];
  const orders = [
    [one, two, three],
    [one, three, two],
    [two, one, three],
    [two, three, one],
    [three, one, two],
    [three, two, one],
  ];
  for (const rule of ['competing-workflows', 'colliding-emails']) {
    const before = about(all, rule);
    expect(before).toHaveLength(1);
    for (const order of orders) expect(about(order, rule), rule).toEqual(before);
    const [swapped, grown] = [
      about([one, two, workflow('wf_d', ['d1'])], rule),
      about([...all, workflow('wf_0', ['z'])], rule),
    ];
    expect(swapped, `${rule}: another workflow is another finding`).not.toEqual(before);
    expect(grown, `${rule}: one more is another finding`).not.toEqual(before);
    expect([swapped, grown]).toEqual([[expect.any(String)], [expect.any(String)]]);
  }
});

type Json = Record<string, unknown>;
interface WorkflowText extends Json {
  readonly steps: Json[];
}

const isWorkflow = (value: unknown): value is WorkflowText =>
  value instanceof Object && Array.isArray((value as Json)['steps']);

function workflowsIn(document: unknown): readonly WorkflowText[] {
  return [document, (document as Json | null)?.['workflows']]
    .flatMap((each) => (each as Json | null | undefined)?.['data'] ?? each)
    .filter(isWorkflow);
}

const keysIn = ({ steps }: WorkflowText): readonly unknown[] =>
  steps.map((step) => step?.['key'] ?? step?.['id'] ?? step?.['ref']);

const inCamelCase = (config: object): object =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Changes that leave all names of a workflow as they are. */
const CHANGES: Readonly<Record<string, (workflow: WorkflowText) => void>> = {
  'the steps in another order': (workflow) => {
    // Steps without a key, or with one key, are told apart by their order.
    const keys = keysIn(workflow);
    const areNamed = keys.every((key) => typeof key === 'string' && key !== '');
    // Of several triggers the first starts the workflow.
    const triggers = workflow.steps.filter((step) => step?.['type'] === 'trigger').length;
    if (areNamed && new Set(keys).size === keys.length && triggers < 2) workflow.steps.reverse();
  },
  'the edges in another order': (workflow) => {
    for (const name of ['edges', 'connections'])
      if (Array.isArray(workflow[name])) (workflow[name] as unknown[]).reverse();
  },
  'its fields in camelCase': (workflow) => {
    for (const step of workflow.steps)
      if (step?.['config'] instanceof Object && !Array.isArray(step['config']))
        step['config'] = inCamelCase(step['config']);
  },
};

// They are about the order of steps or edges, or about spelling.
const ABOUT_ORDER = ['edge-order', 'step-order', 'trigger-not-first', 'sdk-spelling'];
// Of several equal choices the first is reported, or the place has no name.
const WITHOUT_NAMES = [
  'contact-pressure/exclusive-branches-count-once',
  'invalid-shape/wrong-types',
  'missing-timeout-branch/two-waits',
  'repeated-template/each-other-on-a-cycle-with-conditions',
  'repeated-template/on-a-cycle-and-three-times',
  'repeated-template/on-a-cycle-beside-another-branch',
];

test.each(Object.keys(CHANGES))('findings of fixtures keep their fingerprints with %s', (name) => {
  const change = CHANGES[name] as (workflow: WorkflowText) => void;
  const changed: string[] = [];
  let compared = 0;
  for (const rule of rules.filter(({ id }) => !ABOUT_ORDER.includes(id))) {
    const folder = new URL(`../rules/${rule.id}/`, import.meta.url);
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      const scene = `${rule.id}/${file.replace('.bad.json', '')}`;
      if (!file.endsWith('.bad.json') || WITHOUT_NAMES.includes(scene)) continue;
      const document = parseOrUndefined(readFileSync(new URL(file, folder), 'utf8'));
      if (document === undefined) continue;
      const text = JSON.stringify(document);
      workflowsIn(document).forEach(change);
      const other = JSON.stringify(document);
      const options = new URL(file.replace('.bad.json', '.options.json'), folder);
      const given = existsSync(options) ? JSON.parse(readFileSync(options, 'utf8')) : {};
      const printsOf = (source: string): string =>
        String(
          lintWith(rule, given, source)
            .map(({ fingerprint }) => fingerprint)
            .sort(),
        );
      const before = printsOf(text);
      if (before !== '') compared++;
      if (printsOf(other) !== before) changed.push(scene);
    }
  }
  expect(changed).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lintWith(rule: AnyRule, given: object, text: string): readonly Finding[] {
  const options = { ...rule.options?.defaults, ...given };
  const linter = createLinter([{ rule, severity: rule.severity, options }]);
  linter.add(
    parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length }),
    text,
  );
  return linter.finish().findings;
}

test('a fault in several places keeps its fingerprint when one place has it no more', () => {
  const sender = '"from":"Acme (no address)"';
  const email = (id: string, from: string) =>
    `{"id":"${id}","type":"send_email","config":{"template_id":"t","subject":"s",${from}}}`;
  const workflow = (...emails: readonly string[]) =>
    `{"id":"w","name":"W","status":"enabled","steps":[{"id":"start","type":"trigger","config":{"event_name":"e"}},${emails}],"edges":[]}`;
  const about = (text: string) =>
    lint({ 'a.json': text })
      .filter(({ rule }) => rule === 'invalid-sender')
      .map(({ fingerprint }) => fingerprint);
  const valid = '"from":"Acme <a@acme.example>"';
  const both = about(workflow(email('one', sender), email('two', sender)));
  expect(both).toHaveLength(1);
  expect(about(workflow(email('one', valid), email('two', sender)))).toEqual(both);
  expect(about(workflow(email('one', sender), email('two', valid)))).toEqual(both);
});

// Equal findings: their subjects have no name, or share it with two others.
const TWINS = [
  'duplicate-event-name/same-schema',
  'duplicate-step-key/three-times',
  'invalid-shape/list-items-that-are-no-objects',
];

// Findings of one rule about the same names are told apart by `detail`: an ordinal would not see one swapped for another.
test('findings of a fixture with different messages have different fingerprints without an ordinal', () => {
  const root = new URL('../rules/', import.meta.url);
  const unclear: string[] = [];
  for (const rule of rules) {
    const folder = new URL(`${rule.id}/`, root);
    const isMeant = (name: string): boolean =>
      name.endsWith('.bad.json') &&
      !TWINS.includes(`${rule.id}/${name.slice(0, -'.bad.json'.length)}`);
    const files = existsSync(folder) ? readdirSync(folder).filter(isMeant) : [];
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const named = new Map<string, string>();
      const listen =
        (report: ReportFn): ReportFn =>
        (given) => {
          const { workflow, ...names } = ('subject' in given.at ? given.at : placeOf(given.at))
            .subject;
          const key = JSON.stringify([
            given.fingerprintKey?.names ?? [workflow?.id ?? workflow?.name, names],
            given.fingerprintKey?.detail,
          ]);
          const other = named.get(key);
          if (other !== undefined && other !== given.message)
            unclear.push(`${rule.id}/${file}: ${other} | ${given.message}`);
          named.set(key, given.message);
          report(given);
        };
      const options = existsSync(new URL(file.replace('.bad.json', '.options.json'), folder))
        ? JSON.parse(
            readFileSync(new URL(file.replace('.bad.json', '.options.json'), folder), 'utf8'),
          )
        : {};
      const linter = createLinter([
        {
          rule: listeningRule(rule, listen),
          severity: rule.severity,
          options: { ...rule.options?.defaults, ...options },
        },
      ]);
      linter.add(
        parseDocument(text, { source: file, index: 0, line: 1, start: 0, end: text.length }),
        text,
      );
      linter.finish();
    }
  }
  expect(unclear, 'give `detail` a name that tells these apart').toEqual([]);
});

function listeningRule(rule: AnyRule, listen: (report: ReportFn) => ReportFn): AnyRule {
  const hooks = ['document', 'event', 'workflow', 'workspace', 'compare'] as const;
  const listening = hooks.flatMap((hook) => {
    const check = rule[hook] as
      | ((context: unknown, report: ReportFn, options: unknown) => void)
      | undefined;
    return check === undefined
      ? []
      : [
          [
            hook,
            (context: unknown, report: ReportFn, options: unknown) =>
              check.call(rule, context, listen(report), options),
          ] as const,
        ];
  });
  return { ...rule, ...Object.fromEntries(listening) };
}
