import { expect, test } from 'vitest';
import { parseDocument } from '../../src/document/parse.ts';
import { createFactTape } from '../../src/lint/fact-tape.ts';
import { finishRun } from '../../src/lint/finish.ts';
import { createLinter } from '../../src/lint/linter.ts';
import { handOver, packPart, takeOver, unpackPart } from '../../src/lint/pack.ts';
import { packFact, UnportableFact, unpackFact } from '../../src/lint/pack-facts.ts';
import type { PackedPart } from '../../src/lint/packed.ts';
import type { Part } from '../../src/lint/part.ts';
import { createRegister } from '../../src/lint/register.ts';
import { activate } from '../../src/lint/settings.ts';
import { createStepOwners, indexOwners } from '../../src/lint/step-owners.ts';
import { createTables, readTables } from '../../src/lint/tables.ts';
import { rowOfWaiting } from '../../src/lint/waiting.ts';
import type { DocumentRef, Workflow } from '../../src/model/nodes.ts';
import { placeIn } from '../../src/model/place.ts';
import { defineRule } from '../../src/rule.ts';
import fc from '../fast-check.ts';
import { EVERY_RULE, type FixtureDocument, fixtureDocuments } from '../fixtures.ts';

const documents = fixtureDocuments();
const texts = new Map(documents.map(({ document: { ref }, text }) => [`${ref.index} ${ref.source}`, text]));

function partOf(some: readonly FixtureDocument[], known?: [], canReturn = false): Part {
  const linter = createLinter(EVERY_RULE, undefined, known);
  for (const { document, text } of some) linter.add(document, () => text, true, canReturn);
  return linter.part();
}

const finish = (parts: readonly Part[]) =>
  finishRun(parts, { rules: EVERY_RULE, readText: ({ index, source }: DocumentRef) => texts.get(`${index} ${source}`), skipped: 0 });

const asJson = (part: Part): PackedPart => JSON.parse(JSON.stringify(packPart(part))) as PackedPart;

const throughBlob = (part: Part): Part => unpackPart(asJson(part));

function throughThread(part: Part): Part {
  const { handed, buffers } = handOver(part);
  return takeOver(structuredClone(handed, { transfer: buffers }));
}

const factsOf = ({ facts, factsOf: kept, register }: Part) =>
  [...kept]
    .filter(([, { places }]) => places.length > 0)
    .map(([rule, { places, topics }]) => [rule, topics, places.map((at) => [facts.rowAt(at), facts.read(at, register.at)])]);

const rowsOf = ({ register }: Part) => Array.from({ length: register.size }, (_, i) => register.at(i));

test.each([
  ['as JSON', throughBlob],
  ['to a thread', throughThread],
])('every fact of every rule is plain data, and the same after a journey %s', (_, journeyOf) => {
  for (const each of documents) {
    const part = partOf([each], []);
    const [facts, notes, rows, { summaries }] = [factsOf(part), [...part.notes], rowsOf(part), part.register];
    const [ids, names] = [part.register.hashes('id'), part.register.hashes('name')];
    expect(JSON.parse(JSON.stringify(part.facts.state.whole))).toEqual(part.facts.state.whole);
    const arrived = journeyOf(part);
    expect(factsOf(arrived)).toEqual(facts);
    expect([...arrived.notes]).toEqual(notes.filter(([, texts]) => texts.size > 0));
    expect(rowsOf(arrived)).toEqual(rows);
    expect(arrived.register.summaries).toBe(summaries);
    expect([arrived.register.hashes('id'), arrived.register.hashes('name')]).toEqual([ids, names]);
  }
});

test('facts are the same on the tape, which the first of a run do not go to', () => {
  const { facts, factsOf: kept, register } = partOf(documents);
  const tape = createFactTape(undefined, 0);
  for (const { places } of kept.values()) {
    for (const at of places) {
      const row = facts.rowAt(at);
      const fact = facts.read(at, register.at);
      expect(tape.read(tape.add(row, fact, register.at(row)), register.at)).toEqual(fact);
    }
  }
  expect(tape.state.whole).toEqual([]);
});

test('any split into parts, in any order and as JSON, gives the result of one run', () => {
  const whole = JSON.stringify(finish([partOf(documents)]));
  const owners = fc.array(fc.nat({ max: 4 }), { minLength: documents.length, maxLength: documents.length });
  fc.assert(
    fc.property(owners, fc.boolean(), fc.array(fc.constantFrom(throughBlob, throughThread), { minLength: 5, maxLength: 5 }), (of, backwards, journeys) => {
      const order = backwards ? documents.map((each, i) => [each, of[i]] as const).reverse() : documents.map((each, i) => [each, of[i]] as const);
      const parts = [0, 1, 2, 3, 4].map((part) =>
        partOf(
          order.filter(([, owner]) => owner === part).map(([each]) => each),
          [],
          journeys[part] === throughThread,
        ),
      );
      expect(JSON.stringify(finish(parts.map((part, i) => (journeys[i] as typeof throughBlob)(part)))) === whole).toBe(true);
    }),
    { numRuns: 8 },
  );
}, 120_000);

const OWN = { workflow: { id: 'w' }, document: { source: 'a.json', index: 0, line: 1, start: 0, end: 9 } };

function journey(fact: unknown): unknown {
  const tables = createTables();
  const packed = JSON.parse(JSON.stringify([packFact(fact, () => OWN, tables)])) as unknown[];
  return unpackFact(packed[0], () => OWN, readTables(tables));
}

test('facts of any kind are kept as they are', () => {
  const place = fc.record({
    document: fc.constantFrom(OWN.document, { ...OWN.document, index: 1 }),
    pointer: fc.string(),
    subject: fc.record({ workflow: fc.constant(OWN.workflow), step: fc.string(), edge: fc.string() }, { requiredKeys: ['workflow'] }),
  });
  const withMore = place.map((bare) => ({ ...bare, onKey: true, span: { offset: 1, length: 2 } }));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.anything({ withNullPrototype: false, maxDepth: 0 }), place, withMore, tie('list'), tie('object')),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    object: fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  }));
  fc.assert(
    fc.property(fc.array(tree), (facts) => {
      const tape = createFactTape(undefined, 0);
      const own = { ...OWN, pointer: '' };
      const places = facts.map((fact, row) => tape.add(row, fact, own));
      for (const each of [tape, createFactTape(tape.state)]) {
        expect(places.map((at) => each.rowAt(at))).toEqual(facts.map((_, row) => row));
        expect(places.map((at) => each.read(at, () => own))).toEqual(facts);
      }
    }),
  );
});

test('many words and shapes, and what is too deep, are kept all the same', () => {
  const many = Array.from({ length: 7000 }, (_, i) => ({ [`key${i}`]: `word ${i}`, same: 'same' }));
  let deep: unknown = 1;
  for (let i = 0; i < 100; i++) deep = [deep];
  const tape = createFactTape(undefined, 0);
  const own = { ...OWN, pointer: '' };
  const facts = [...many, deep, -0, 2 ** 53, -(2 ** 40), 0.1];
  const places = facts.map((fact) => tape.add(0, fact, own));
  expect(places.map((at) => tape.read(at, () => own))).toEqual(facts);
});

const TOPICAL = defineRule<object, { readonly name: string }>({
  ...{ id: 'test/topical', severity: 'info', preset: 'recommended', category: 'events' },
  ...{ summary: 'A workflow whose topics others have.', why: 'None.', remedy: 'None.' },
  // The name says what the fact is about: "a b!" is about a, and about b even alone.
  facts({ workflow, about }) {
    const { name = '' } = workflow;
    for (const topic of name.split(' ').filter((word) => word !== '')) about(topic.replace('!', ''), topic.endsWith('!'));
    return name === 'none of this' ? undefined : { name };
  },
  workspace({ facts }, report) {
    for (const { fact, workflow, document, pointer } of facts) report({ at: placeIn({ workflow, document, pointer }), message: fact.name });
  },
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['alone in what they are about are not read', ['a', 'b', 'c'], []],
  ['about the same are', ['a', 'b', 'a'], ['a', 'a']],
  ['that matter even alone are, and those about the same', ['a!', 'b', 'b!', 'c'], ['a!', 'b', 'b!']],
  ['about several things are read once', ['a b', 'b a', 'c'], ['a b', 'b a']],
  ['about one thing of several that others share are', ['a b', 'c b'], ['a b', 'c b']],
  ['about nothing are', ['', 'a'], ['']],
  ['that there are not make nothing shared', ['none of this', 'this'], []],
])('facts %s', (_, names, read) => {
  const rules = activate([TOPICAL], {});
  const text = JSON.stringify({ workflows: names.map((name) => ({ object: 'workflow', name, steps: [], edges: [] })) });
  const whole = parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length });
  const partWith = (some: readonly Workflow[]): Part => {
    const linter = createLinter(rules);
    linter.add({ ...whole, workflows: some }, () => text);
    return linter.part();
  };
  const half = names.length >> 1;
  for (const parts of [
    [partWith(whole.workflows)],
    [partWith(whole.workflows.slice(half)), partWith(whole.workflows.slice(0, half))].map(throughBlob),
    [partWith(whole.workflows.slice(0, half)), partWith(whole.workflows.slice(half))].map(throughThread),
  ])
    expect(finishRun(parts, { rules, readText: () => text, skipped: 0 }).findings.map(({ message }) => message)).toEqual(read);
});

const LATER = defineRule<object, { readonly name: string }>({
  ...TOPICAL,
  id: 'test/later',
  facts(context, options) {
    const fact = TOPICAL.facts?.(context, options) as { readonly name: string } | undefined;
    return fact === undefined ? undefined : () => fact;
  },
});

test.each<readonly [string, readonly string[], number, readonly string[]]>([
  ['wait while they are alone in what they are about', ['a', 'b', 'c'], 3, []],
  ['are made for the second, and for the first in the end', ['a', 'b', 'a', 'a'], 2, ['a', 'a', 'a']],
  ['are made at once when they matter even alone', ['a!', 'b', 'b!'], 1, ['a!', 'b', 'b!']],
  ['are made at once when they are about nothing', ['', 'a'], 1, ['']],
  ['are about one thing, however often they say so', ['a a', 'b'], 2, []],
])('facts that can be made later %s', (_, names, waiting, read) => {
  const rules = activate([LATER], {});
  const text = JSON.stringify({ workflows: names.map((name) => ({ object: 'workflow', name, steps: [], edges: [] })) });
  const document = parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length });
  const partWith = (some: readonly Workflow[], canReturn: boolean): Part => {
    const linter = createLinter(rules);
    linter.add({ ...document, workflows: some }, () => text, true, canReturn);
    return linter.part();
  };
  const waitingIn = (part: Part) => new Set(part.factsOf.get(LATER.id)?.places.filter((place) => rowOfWaiting(place) !== undefined)).size;
  const [all, half] = [document.workflows, names.length >> 1];
  expect(waitingIn(partWith(all, true))).toBe(waiting);
  expect(waitingIn(partWith(all, false))).toBe(0);
  for (const parts of [
    [partWith(all, true)],
    [partWith(all, false)].map(throughBlob),
    [partWith(all.slice(0, half), true), partWith(all.slice(half), true)].map(throughThread),
  ])
    expect(finishRun(parts, { rules, readText: () => text, skipped: 0 }).findings.map(({ message }) => message)).toEqual(read);
});

test.each([
  ['gone', () => undefined],
  ['cut off', (text: string) => text.slice(0, -1)],
  ['another workflow by now', (text: string) => text.replace('"Second"', '"Third"')],
])('a file that is %s when a fact is needed is a failure', (_, change) => {
  const facts: typeof LATER.facts = ({ about }) => {
    about('x');
    return () => ({ name: 'x' });
  };
  const rules = activate([defineRule({ ...LATER, facts })], {});
  const linter = createLinter(rules);
  const texts = ['First', 'Second', 'Fourth'].map((name) => JSON.stringify({ object: 'workflow', name, steps: [], edges: [] }));
  const readText = ({ index }: DocumentRef) => change(texts[index] as string);
  // The first is of another thread, so both first ones wait.
  const others = createLinter(rules);
  for (const [index, text] of texts.entries())
    (index === 0 ? others : linter).add(parseDocument(text, { source: `${index}.json`, index, line: 1, start: 0, end: text.length }), () => text, true, true);
  const { failures, complete, findings } = finishRun([linter.part(), others.part()], {
    rules,
    readText: (ref) => (ref.index === 1 ? readText(ref) : texts[ref.index]),
    skipped: 0,
  });
  expect(failures).toEqual([{ source: '1.json', message: 'was changed while it was checked; check it again', refused: true }]);
  expect(complete).toBe(false);
  expect(findings).toHaveLength(2);
});

test('of several workflows in a file that is gone when their facts are needed it is one failure', () => {
  const rules = activate([LATER], {});
  const text = JSON.stringify({ workflows: ['a', 'b', 'a', 'b'].map((name) => ({ object: 'workflow', name, steps: [], edges: [] })) });
  const linter = createLinter(rules);
  linter.add(parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length }), () => text, true, true);
  const { failures, findings } = finishRun([linter.part()], { rules, readText: () => undefined, skipped: 0 });
  expect(failures).toEqual([{ source: 'a.json', message: 'was changed while it was checked; check it again', refused: true }]);
  expect(findings.map(({ message }) => message)).toEqual(['a', 'b']);
});

test('facts of any JSON, and of numbers that JSON lacks, come back as they were', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (fact) => {
      expect(journey(fact)).toStrictEqual(fact);
    }),
  );
  const odd = {
    a: [1, undefined, -0, Number.POSITIVE_INFINITY, Number.NaN],
    $: { $: 1 },
    none: undefined,
    deep: JSON.parse('{"__proto__":{"x":1}}') as object,
  };
  const { none: _, ...rest } = odd;
  expect(journey(odd)).toStrictEqual(rest);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('places come back whole, within the workflow and outside of it', () => {
  const place = { document: OWN.document, pointer: '/steps/1', subject: { workflow: OWN.workflow, step: 's' } };
  const other = { ...place, document: { ...OWN.document, index: 1 }, subject: { workflow: { id: 'x' }, edge: 'e' } };
  const bare = { ...place, onKey: true, span: { offset: 1, length: 2 }, subject: { event: 'user.created' } };
  expect(journey([place, other, bare, { ...place, subject: { workflow: OWN.workflow } }])).toEqual([
    place,
    other,
    bare,
    { ...place, subject: { workflow: OWN.workflow } },
  ]);
});

test('what is no plain data is refused by name', () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  for (const fact of [new Map(), [new Set()], { at: new Date() }, () => 1, { n: 1n }, endless, undefined]) expect(() => journey(fact)).toThrow(UnportableFact);
});

test('a hint of whose step it is does not depend on the order, also beyond the limit', () => {
  const workflows = Array.from({ length: 30 }, (_, i) => ({
    ...{ id: undefined, name: `w${i}`, status: undefined, summaryOnly: false, pointer: '' },
    document: { source: 'a.json', index: i, line: 1, start: 0, end: 0 },
    steps: [{ key: 'shared' }, { key: `own${i}` }, { key: undefined }],
  }));
  const namesOf = (parts: readonly (readonly (typeof workflows)[0][])[]) => {
    const kept = parts.map((some) => {
      const register = createRegister();
      const owners = createStepOwners(register, 30);
      for (const workflow of some) owners.add(workflow, register.add(workflow));
      return { register, owners: owners.kept() };
    });
    const find = indexOwners(() => kept, 30);
    return ['shared', 'none', ...workflows.map((_, i) => `own${i}`)].map((key) => find(key)?.name);
  };
  const expected = namesOf([workflows]);
  expect(expected.filter((name) => name !== undefined)).toHaveLength(11);
  fc.assert(
    fc.property(fc.shuffledSubarray(workflows, { minLength: 30 }), fc.nat({ max: 30 }), (shuffled, cut) => {
      expect(namesOf([shuffled.slice(0, cut), shuffled.slice(cut)])).toEqual(expected);
    }),
  );
});

test('whose step a key is, is known of keys of any kind and number', () => {
  const odd = ['ein schöner Schritt', '步骤', 'x'.repeat(200), 'a"b', ...Array.from({ length: 60 }, (_, i) => `0b5e6d1e-${i}-4a7c-9e2b-6f1d2c3b4a59`)];
  const none = ['x'.repeat(201), 'two\nlines', '', 'absent'];
  const register = createRegister();
  const owners = createStepOwners(register);
  const own = { id: undefined, status: undefined, summaryOnly: false, pointer: '', document: { source: 'a.json', index: 0, line: 1, start: 0, end: 0 } };
  for (const [name, keys] of [
    ['bare', []],
    ['odd', [...none.slice(0, 3), undefined, ...odd]],
    ['second', odd.slice(0, 2)],
  ] as const) {
    const workflow = { ...own, name, steps: keys.map((key) => ({ key })) };
    owners.add(workflow, register.add(workflow));
  }
  const find = indexOwners(() => [{ register, owners: owners.kept() }]);
  expect(new Set(odd.map((key) => find(key)?.name))).toEqual(new Set(['odd']));
  expect(none.map(find)).toEqual(none.map(() => undefined));
});
