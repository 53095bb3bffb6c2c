import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { setPatternEngine } from '../../src/core/model/pattern.ts';
import { placeOf } from '../../src/core/model/place.ts';
import type { AnyRule, ReportFn } from '../../src/rule.ts';
import { CLEAN } from '../cli/run.ts';

setPatternEngine(RE2JS);

function lint(files: Record<string, string>): readonly Finding[] {
  const linter = createLinter(activate(rules, { preset: 'strict' }));
  for (const [source, text] of Object.entries(files)) {
    linter.add(
      parseDocument(text, { source, index: 0, line: 1, start: 0, end: text.length }),
      () => text,
    );
  }
  return linter.finish((ref) => files[ref.source]).findings;
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

test('fingerprints survive other lines, other files, another order, and a list around the workflow', () => {
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

test('what is wrong in a document without any names keeps its fingerprint when the file is renamed', () => {
  const list = '{"object":"list","has_more":true,"data":[{"object":"event","schema":5}]}';
  expect(prints({ 'b.json': list })).toEqual(prints({ 'a.json': list }));
});

test('of two equal findings either may be reported, by file name: the fingerprint is the same', () => {
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

test('no two findings share one, and a finding swapped for a like one is another', () => {
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

// What these say is about the order, about steps without a name, or about text that is gone when it is parsed.
const BY_ORDER = [
  'duplicate-json-key',
  'edge-order',
  'step-order',
  'trigger-not-first',
  'invalid-shape',
  'unknown-step-type/alpha',
  'unreachable-step/step-without-key',
];
// Which of two exclusive branches, of two steps on a round, or of two triggers is looked at depends on which is listed first.
const BY_CHOICE = [
  'contact-pressure/divided-and-still-too-many',
  'contact-pressure/exclusive-branches-count-once',
];
const MORE = [
  'repeated-template/on-a-cycle-and-three-times',
  'unknown-variable/beside-a-duplicate-trigger',
];

type Lists = { [key: string]: unknown };

/** All arrays of steps, edges, workflows or events below a value, changed in place. */
function relist(value: unknown, key: string, change: (list: unknown[]) => void): void {
  if (Array.isArray(value)) for (const item of value) relist(item, key, change);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value as Lists)) {
      relist(inner, key, change);
      if (
        Array.isArray(inner) &&
        (name === key ||
          (key === 'edges' && name === 'connections') ||
          (key === 'workflows' && name === 'data'))
      )
        change(inner);
    }
  }
}

test('the order in which things are listed is no part of a fingerprint', () => {
  const root = new URL('../rules/', import.meta.url);
  const unstable: string[] = [];
  let compared = 0;
  for (const rule of rules.filter(({ id }) => !BY_ORDER.includes(id))) {
    const folder = new URL(`${rule.id}/`, root);
    for (const file of existsSync(folder)
      ? readdirSync(folder).filter((name) => name.endsWith('.bad.json'))
      : []) {
      const scene = `${rule.id}/${file.slice(0, -'.bad.json'.length)}`;
      if ([...BY_ORDER, ...BY_CHOICE, ...MORE].includes(scene)) continue;
      const text = readFileSync(new URL(file, folder), 'utf8');
      const options = new URL(file.replace('.bad.json', '.options.json'), folder);
      const given = existsSync(options) ? JSON.parse(readFileSync(options, 'utf8')) : {};
      const active = [
        { rule, severity: rule.severity, options: { ...rule.options?.defaults, ...given } },
      ];
      const printsOf = (changed: string): readonly string[] => {
        const linter = createLinter(active);
        linter.add(
          parseDocument(changed, {
            source: file,
            index: 0,
            line: 1,
            start: 0,
            end: changed.length,
          }),
          () => changed,
        );
        return linter
          .finish(() => changed)
          .findings.map(({ fingerprint }) => fingerprint)
          .sort();
      };
      for (const key of ['steps', 'edges', 'workflows', 'events']) {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          continue;
        }
        for (const turn of [
          (list: unknown[]) => void list.reverse(),
          (list: unknown[]) => void list.push(...list.splice(0, 1)),
        ]) {
          relist(parsed, key, turn);
          const changed = JSON.stringify(parsed);
          compared++;
          if (JSON.stringify(printsOf(changed)) !== JSON.stringify(printsOf(text)))
            unstable.push(`${scene}: ${key}`);
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
  expect([...new Set(unstable)]).toEqual([]);
});

test('of three or more that meet, all but one are reported, and which ones is no matter of how their files are named', () => {
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
    expect(new Set(before).size).toBe(2);
    for (const order of orders) expect(about(order, rule), rule).toEqual(before);
    const swapped = about([one, two, workflow('wf_d', ['d1'])], rule);
    expect(
      swapped.filter((fingerprint) => !before.includes(fingerprint)),
      `${rule}: another workflow is another finding`,
    ).toHaveLength(1);
    const grown = about([...all, workflow('wf_0', ['z'])], rule);
    expect(
      grown.filter((fingerprint) => !before.includes(fingerprint)),
      `${rule}: one more is one more finding`,
    ).toHaveLength(1);
    expect(before.every((fingerprint) => grown.includes(fingerprint))).toBe(true);
  }
});

// True twins: they have no name at all, or are the third to bear one.
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
            given.identity ?? [workflow?.id ?? workflow?.name, names],
            given.detail,
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
        () => text,
      );
      linter.finish(() => text);
    }
  }
  expect(unclear, 'give `detail` a name that tells these apart').toEqual([]);
});

function listeningRule(rule: AnyRule, listen: (report: ReportFn) => ReportFn): AnyRule {
  const hooks = ['document', 'event', 'workflow', 'workspace'] as const;
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
