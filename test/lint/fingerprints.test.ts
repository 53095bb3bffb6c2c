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
    'invalid-id lost as well',
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
