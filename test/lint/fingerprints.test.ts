import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { createLinter } from '../../src/lint/linter.ts';
import { activate } from '../../src/lint/settings.ts';
import type { Finding } from '../../src/model/finding.ts';
import { placeOf } from '../../src/model/place.ts';
import type { AnyRule, ReportFn } from '../../src/rule.ts';
import { CLEAN } from '../cli/run.ts';

function lint(files: Record<string, string>): readonly Finding[] {
  const linter = createLinter(activate(rules, { preset: 'strict' }));
  for (const [source, text] of Object.entries(files)) {
    linter.add(parseDocument(text, { source, index: 0, line: 1, start: 0, end: text.length }), () => text);
  }
  return linter.finish((ref) => files[ref.source], 0).findings;
}

const prints = (files: Record<string, string>): readonly string[] =>
  lint(files)
    .map(({ fingerprint }) => fingerprint)
    .sort();

const value = JSON.parse(
  CLEAN.replace('"to_step_id":"welcome"', '"to_step_id":"welcom"').replace('"template_id"', '"tempalte_id":"x","colour":1,"template_id"'),
);
value.steps.push({ id: 'lost', type: 'delay', config: { seconds: 0 } }, { id: 'lost too', type: 'delay', config: { seconds: -1 } });
const COMPACT = JSON.stringify(value);

test('fingerprints survive other lines, other files, another order, and a list around the workflow', () => {
  const before = prints({ 'a.json': COMPACT });
  expect(before.length).toBeGreaterThan(4);
  expect(prints({ 'a.json': `\n\n${JSON.stringify(value, null, 4)}` })).toEqual(before);
  expect(prints({ 'z/renamed.json': COMPACT })).toEqual(before);
  const reversed = { ...value, steps: [value.steps[0], ...value.steps.slice(1).reverse()], edges: [...value.edges].reverse() };
  expect(prints({ 'a.json': JSON.stringify(reversed) })).toEqual(before);
  expect(prints({ 'a.json': JSON.stringify(Object.fromEntries(Object.entries(value).reverse())) })).toEqual(before);
  expect(prints({ 'a.json': JSON.stringify({ workflows: { object: 'list', has_more: false, data: [value] } }) })).toEqual(before);
});

test('what is wrong in a document without any names keeps its fingerprint when the file is renamed', () => {
  const list = '{"object":"list","has_more":true,"data":[{"object":"event","schema":5}]}';
  expect(prints({ 'b.json': list })).toEqual(prints({ 'a.json': list }));
});

test('of two that are alike either may be reported, by how their files are named: it stays the same finding', () => {
  const [one, two] = [CLEAN.replace('wf_welcome', 'wf_1'), CLEAN.replace('wf_welcome', 'wf_2')];
  const events = (name: string) => JSON.stringify({ object: 'event', id: name, name, schema: null });
  const files = { 'a.json': one, 'b.json': two, 'c.json': events('user.created'), 'd.json': events('user_created') };
  const swapped = { 'b.json': one, 'a.json': two, 'd.json': events('user.created'), 'c.json': events('user_created') };
  const alike = (given: Record<string, string>) => lint(given).filter(({ rule }) => /^(?:duplicate-workflow-name|similar-event-names)$/.test(rule));
  expect(alike(files)).toHaveLength(2);
  expect(alike(swapped).map(({ fingerprint }) => fingerprint)).toEqual(alike(files).map(({ fingerprint }) => fingerprint));
});

test('no two findings share one, and a finding swapped for a like one is another', () => {
  const before = lint({ 'a.json': COMPACT });
  expect(new Set(before.map(({ fingerprint }) => fingerprint)).size).toBe(before.length);
  const swapped = lint({ 'a.json': COMPACT.replace('"tempalte_id"', '"subjct"').replace('"id":"lost too"', '"id":"lost as well"') });
  const known = new Set(before.map(({ fingerprint }) => fingerprint));
  expect(
    swapped
      .filter(({ fingerprint }) => !known.has(fingerprint))
      .map(({ rule, step }) => `${rule} ${step}`)
      .sort(),
  ).toEqual([
    'invalid-delay lost as well',
    'invalid-id lost as well',
    'trailing-delay lost as well',
    'unknown-config-field welcome',
    'unreachable-step lost as well',
  ]);
});

// True twins: they have no name at all, or are the third to bear one.
const TWINS = ['duplicate-event-name/same-schema', 'duplicate-step-key/three-times', 'invalid-shape/list-items-that-are-no-objects'];

// Findings of one rule about the same names are told apart by `detail`: an ordinal would not see one swapped for another.
test('the findings of every fixture that read differently are told apart by name, not by number', () => {
  const root = new URL('../rules/', import.meta.url);
  const unclear: string[] = [];
  for (const rule of rules) {
    const folder = new URL(`${rule.id}/`, root);
    const isMeant = (name: string): boolean => name.endsWith('.bad.json') && !TWINS.includes(`${rule.id}/${name.slice(0, -'.bad.json'.length)}`);
    const files = existsSync(folder) ? readdirSync(folder).filter(isMeant) : [];
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const named = new Map<string, string>();
      const listen =
        (report: ReportFn): ReportFn =>
        (given) => {
          const { workflow, ...names } = ('subject' in given.at ? given.at : placeOf(given.at)).subject;
          const key = JSON.stringify([given.identity ?? [workflow?.id ?? workflow?.name, names], given.detail]);
          const other = named.get(key);
          if (other !== undefined && other !== given.message) unclear.push(`${rule.id}/${file}: ${other} | ${given.message}`);
          named.set(key, given.message);
          report(given);
        };
      const options = existsSync(new URL(file.replace('.bad.json', '.options.json'), folder))
        ? JSON.parse(readFileSync(new URL(file.replace('.bad.json', '.options.json'), folder), 'utf8'))
        : {};
      const linter = createLinter([{ rule: listeningRule(rule, listen), severity: rule.severity, options: { ...rule.options?.defaults, ...options } }]);
      linter.add(parseDocument(text, { source: file, index: 0, line: 1, start: 0, end: text.length }), () => text);
      linter.finish(() => text, 0);
    }
  }
  expect(unclear, 'give `detail` a name that tells these apart').toEqual([]);
});

function listeningRule(rule: AnyRule, listen: (report: ReportFn) => ReportFn): AnyRule {
  const hooks = ['document', 'event', 'workflow', 'workspace'] as const;
  const listening = hooks.flatMap((hook) => {
    const check = rule[hook] as ((context: unknown, report: ReportFn, options: unknown) => void) | undefined;
    return check === undefined
      ? []
      : [[hook, (context: unknown, report: ReportFn, options: unknown) => check.call(rule, context, listen(report), options)] as const];
  });
  return { ...rule, ...Object.fromEntries(listening) };
}
