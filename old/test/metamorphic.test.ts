import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Finding } from '../src/core/model/finding.ts';
import { folderOf, run } from './cli/run.ts';
import fc from './fast-check.ts';
import { isJson, mutation } from './fix/faults.ts';
import { lintTexts } from './lint-text.ts';
import { filesOf } from './pages.ts';
import { scenes } from './scenes.ts';

// What has no meaning changes no finding: the order of steps, edges and fields, the names of steps, white space, and the form
// in which a workflow is given. Files are reordered in `across-files.test.ts`, and the dialects are compared in `dialects.test.ts`.

const EXAMPLES = new URL('../examples/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, EXAMPLES), 'utf8');
const EVENTS = read('events.json');
const NAMES = readdirSync(new URL('automations/', EXAMPLES)).sort();
const TEXTS = new Map(NAMES.map((name) => [name, read(`automations/${name}`)]));

/** An example with up to two faults. */
const faulty = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(fc.tuple(mutation, fc.nat(500)), { maxLength: 2 }))
  .map(([name, faults]) =>
    faults.reduce((text, [mutate, nth]) => mutate(text, nth), TEXTS.get(name) as string),
  )
  .filter(isJson);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Without places. */
const wordsOf = (findings: readonly Finding[]): readonly string[] =>
  findings
    .map(({ rule, severity, message, help, consequence, step, event }) =>
      JSON.stringify([rule, severity, message, help, consequence, step, event]),
    )
    .sort();

const findingsIn = (text: string, events = EVENTS): readonly Finding[] =>
  lintTexts({ 'a.json': text, 'events.json': events }, { preset: 'strict' }).findings;

test('another order of fields and white space changes no finding', () => {
  const format = fc.constantFrom<(value: Json) => string>(
    (value) => JSON.stringify(value),
    (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
    (value) => JSON.stringify(withFieldsReversed(value), null, 2),
  );
  fc.assert(
    fc.property(faulty, format, (text, print) => {
      const value = JSON.parse(text) as Json;
      // A key that an object has twice is gone after parsing.
      const plain = JSON.stringify(value, null, 2);
      expect(wordsOf(findingsIn(print(value)))).toEqual(wordsOf(findingsIn(plain)));
    }),
    { numRuns: 150 },
  );
});

function withFieldsReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(withFieldsReversed);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, own]) => [key, withFieldsReversed(own)]));
}

const graphOf = (text: string) =>
  JSON.parse(text) as { steps: Json[]; connections: Json[]; [key: string]: Json };

test('another order of steps and edges changes no error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES).map((name) => TEXTS.get(name) as string),
      fc.integer(),
      fc.nat(20),
      (text, seed, dropped) => {
        const { steps, connections, ...rest } = graphOf(text);
        const edges = connections.toSpliced(dropped, 1);
        const [trigger, ...others] = steps as [Json, ...Json[]];
        const workflow = (of: readonly Json[], between: readonly Json[]) =>
          JSON.stringify({ ...rest, steps: [trigger, ...of], connections: between });
        expect(errorsIn(workflow(shuffled(others, seed), shuffled(edges, seed)))).toEqual(
          errorsIn(workflow(others, edges)),
        );
      },
    ),
    { numRuns: 150 },
  );
});

const shuffled = (list: readonly Json[], seed: number): readonly Json[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0] ??
  [];

/** Rules with their steps: a message names the first of several places. */
const errorsIn = (text: string): readonly string[] =>
  findingsIn(text)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)
    .sort();

test('names that are changed everywhere change the findings in the same way', () => {
  fc.assert(
    fc.property(faulty, (text) => {
      const keys = [...new Set(graphNames(text))].sort((a, b) => b.length - a.length);
      const rename = (all: string): string =>
        keys.reduce((changed, key) => changed.replaceAll(`"${key}"`, `"${key}_renamed"`), all);
      const expected = findingsIn(text).map(({ rule, severity }) => `${rule} ${severity}`);
      const found = findingsIn(rename(text)).map(({ rule, severity }) => `${rule} ${severity}`);
      expect(found.sort()).toEqual(expected.sort());
    }),
    { numRuns: 150 },
  );
});

test('names of events and properties that are changed everywhere change no rule and severity', () => {
  const changed = renamedEvents(EVENTS);
  // It knows names of events that occur again and again.
  const found = (text: string, events: string) =>
    rulesOf(findingsIn(text, events).filter(({ rule }) => rule !== 'repeating-trigger'));
  fc.assert(
    fc.property(faulty, (text) => {
      // A key that an object has twice is gone after parsing.
      const plain = JSON.stringify(JSON.parse(text), null, 2);
      expect(found(renamedEvents(plain), changed)).toEqual(found(plain, EVENTS));
    }),
    { numRuns: 150 },
  );
});

/** With other letters: the same length and the same distances. */
const otherLetters = (name: string): string =>
  name.replace(/[a-m]|([n-z])/gi, (letter, late) =>
    String.fromCharCode(letter.charCodeAt(0) + (late === undefined ? 13 : -13)),
  );

function renamedEvents(text: string): string {
  const rename = (value: Json, field = ''): Json => {
    if (Array.isArray(value)) return value.map((each) => rename(each, field));
    if (typeof value === 'string') {
      const isEvent = /^event_?name$/i.test(field) || EVENTS.includes(`"name": "${value}"`);
      if (isEvent && !value.startsWith('resend:')) return otherLetters(value);
      if (!/^(?:var|field)$/.test(field) || value.startsWith('contact.')) return value;
      const [prefix, ...rest] = value.split('.');
      return [prefix, ...rest.map(otherLetters)].join('.');
    }
    if (value === null || typeof value !== 'object') return value;
    const object = value as { readonly [key: string]: Json };
    const isDefinition = object['schema'] !== undefined;
    const entries = Object.entries(object).map(([key, own]) => [
      field === 'schema' ? otherLetters(key) : key,
      isDefinition && key === 'name' ? rename(own, 'event_name') : rename(own, key),
    ]);
    return Object.fromEntries(entries);
  };
  return JSON.stringify(rename(JSON.parse(text)), null, 2);
}

const rulesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ rule, severity }) => `${rule} ${severity}`).sort();

/** Scenes in which no step is named twice, and each has an edge: else the order decides what is meant. */
const connected = scenes.filter(({ rule, file }) => {
  const text = Object.values(filesOf(rule, file)).join('');
  return rule !== 'step-order' && isJson(text) && graphsIn(JSON.parse(text)).every(isConnected);
});

interface Graph {
  readonly steps: readonly Record<string, unknown>[];
  readonly connections?: readonly Record<string, unknown>[];
  readonly edges?: readonly Record<string, unknown>[];
}

const EDGES = /^(?:connections|edges)$/;

function graphsIn(value: Json): readonly Graph[] {
  if (value === null || typeof value !== 'object') return [];
  const own = 'steps' in value && Array.isArray(value['steps']) ? [value as unknown as Graph] : [];
  return [...own, ...Object.values(value).flatMap(graphsIn)];
}

function isConnected({ steps, connections, edges = connections }: Graph): boolean {
  const keys = steps.map((step) => step?.['key'] ?? step?.['id'] ?? step?.['ref']);
  if (!Array.isArray(edges)) return false;
  const from = edges.map((edge) => edge?.['from'] ?? edge?.['from_step_id']);
  const to = edges.map((edge) => edge?.['to'] ?? edge?.['to_step_id']);
  return (
    new Set(keys).size === keys.length &&
    [...from, ...to].every((end) => keys.includes(end)) &&
    keys.slice(1).every((key) => to.includes(key))
  );
}

test('another order of steps and edges changes no rule and severity in a connected workflow', () => {
  expect(connected.length).toBeGreaterThan(500);
  fc.assert(
    fc.property(fc.constantFrom(...connected), fc.integer(), ({ rule, file }, seed) => {
      // A key that an object has twice is gone after parsing.
      const value = JSON.parse(Object.values(filesOf(rule, file)).join('')) as Json;
      const found = [value, reordered(value, seed)].map((each) =>
        lintTexts({ 'a.json': JSON.stringify(each) }, { preset: 'strict' }).findings.filter(
          ({ rule: id, severity }) => id !== 'step-order' && severity !== 'info',
        ),
      );
      expect(rulesOf(found[1] ?? [])).toEqual(rulesOf(found[0] ?? []));
    }),
    { numRuns: 400 },
  );
});

/** The first step stays where it is: it is the trigger. */
function reordered(value: Json, seed: number): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => reordered(each, seed));
  const entries = Object.entries(value).map(([key, own]) => {
    if (!Array.isArray(own) || (key !== 'steps' && !EDGES.test(key)))
      return [key, reordered(own, seed)];
    const kept = own.slice(0, key === 'steps' ? 1 : 0);
    return [key, [...kept, ...shuffled(own.slice(kept.length), seed)]];
  });
  return Object.fromEntries(entries);
}

/** The keys that steps have or edges name, unless they are also words of the format. */
function graphNames(text: string): readonly string[] {
  const found = text.matchAll(/"(?:key|from|to)": "([a-z][a-z_0-9]*)"/g);
  return [...found].map(([, name]) => name as string).filter((name) => !WORDS.test(name));
}
const WORDS = /^(?:trigger|delay|condition|template|status|name|start|steps|type|config|reviewed)$/;

/** It needs the whole list of workflows. */
const NOT_IN_PARTS = 'unused-event=off';

test('a workflow has the same findings in each form of input', async () => {
  for (const name of NAMES) {
    const text = TEXTS.get(name) as string;
    const line = JSON.stringify(JSON.parse(text));
    const list = `{"object":"list","has_more":false,"data":[${line}]}`;
    const bundle = `{"workflows":[${line}],"events":${JSON.stringify(JSON.parse(EVENTS))}}`;
    const cwd = folderOf({
      ...{ 'a.json': line, 'b.ndjson': `${line}\n`, 'c.json': list, 'd.json': `[${line}]` },
      ...{ 'e.json.gz': gzipSync(line), 'events/events.json': EVENTS, 'f.json': bundle },
    });
    const options = ['--preset', 'strict', '-f', 'json', '--no-config', '--rule', NOT_IN_PARTS];
    const wordsAfter = async (args: readonly string[], input = '') => {
      const { out } = await run([...args, ...options], { cwd, input });
      return wordsOf(JSON.parse(out).findings);
    };
    const events = ['--events', 'events/events.json'];
    const expected = await wordsAfter(['a.json', ...events]);
    for (const file of ['b.ndjson', 'c.json', 'd.json', 'e.json.gz'])
      expect(await wordsAfter([file, ...events]), file).toEqual(expected);
    expect(await wordsAfter(['-', ...events], line), 'standard input').toEqual(expected);
    expect(await wordsAfter(['f.json']), 'a bundle').toEqual(expected);
  }
});
