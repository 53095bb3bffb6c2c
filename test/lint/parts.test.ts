import { expect, test } from 'vitest';
import { finishParts } from '../../src/core/lint/finish.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import { type Part, workflowNames } from '../../src/core/lint/part.ts';
import { createStepOwners, indexOwners, type OwnedKeys } from '../../src/core/lint/step-owners.ts';
import type { DocumentRef, Step } from '../../src/core/model/nodes.ts';
import { NotPlainError, printBlob, readBlob, writePlain } from '../../src/features/scale/blob.ts';
import fc from '../fast-check.ts';
import { EVERY_RULE, type FixtureDocument, fixtureDocuments } from '../fixtures.ts';

const documents = fixtureDocuments();
const texts = new Map(
  documents.map(({ document: { ref }, text }) => [`${ref.index} ${ref.source}`, text]),
);

function partOf(some: readonly FixtureDocument[]): Part {
  const linter = createLinter(EVERY_RULE);
  for (const { document, text } of some) linter.add(document, () => text);
  return linter.part();
}

const finish = (parts: readonly Part[]) =>
  finishParts(parts, {
    rules: EVERY_RULE,
    readText: ({ index, source }: DocumentRef) => texts.get(`${index} ${source}`),
    skipped: [],
  });

const HEAD = {
  shard: { index: 1, total: 1 },
  settings: '',
  scope: { paths: [], events: [], workflow: [], status: null, live: false },
};

function throughBlob(part: Part): Part {
  const reader = readBlob('1.0.0');
  const blob = { head: HEAD, inputs: [], part, skipped: [], ignored: [], empty: false };
  for (const line of printBlob(blob, '1.0.0')) reader.line(line.slice(0, -1));
  return reader.end().part;
}

test.each([
  ['through a blob', throughBlob],
  ['as a clone', (part: Part) => structuredClone(part)],
])('a part is plain data: it is the same %s', (_, journey) => {
  for (const each of documents) {
    const part = partOf([each]);
    const arrived = journey(part);
    const facts = (of: Part) => [...of.facts].filter(([, { rows }]) => rows.length > 0);
    expect(facts(arrived)).toEqual(facts(part));
    expect({ ...arrived, facts: undefined }).toEqual({ ...part, facts: undefined });
  }
});

test('the names of the workflows of parts are their ids and names', () => {
  const workflows = [{ id: 'w1', name: 'Welcome' }, { id: 'w2' }, { name: 'Trial' }, {}];
  const parts = workflows.map((workflow) => ({ workflows: [{ workflow }] }) as unknown as Part);
  expect([...workflowNames(parts)]).toEqual(['w1', 'Welcome', 'w2', 'Trial']);
});

test('any split into parts, in any order and through blobs, gives the result of one run', () => {
  const whole = JSON.stringify(finish([partOf(documents)]));
  const owners = fc.array(fc.nat({ max: 4 }), {
    minLength: documents.length,
    maxLength: documents.length,
  });
  fc.assert(
    fc.property(owners, fc.boolean(), (of, backwards) => {
      const owned = documents.map((each, i) => [each, of[i]] as const);
      const order = backwards ? owned.toReversed() : owned;
      const parts = [0, 1, 2, 3, 4].map((part) =>
        partOf(order.filter(([, owner]) => owner === part).map(([each]) => each)),
      );
      expect(JSON.stringify(finish(parts.map(throughBlob))) === whole).toBe(true);
    }),
    // Smaller examples take minutes to find.
    { numRuns: 8, endOnFailure: true },
  );
});

test('facts of any JSON, and of numbers that JSON cannot represent, are restored', () => {
  const journey = (fact: unknown): unknown => JSON.parse(writePlain(fact));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (fact) => {
      expect(journey(fact)).toStrictEqual(fact);
    }),
  );
  const deep = JSON.parse('{"__proto__":{"x":1}}') as object;
  const odd = { a: [1, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], deep };
  expect(journey({ ...odd, none: undefined })).toStrictEqual(odd);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('values that are not plain data are refused by name', () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  for (const fact of [
    ...[new Map(), [new Set()], { at: new Date() }, () => 1, { n: 1n }, endless, undefined],
    ...[[undefined], Number.NaN, Object.create(Object.create(null))],
  ])
    expect(() => writePlain(fact)).toThrow(NotPlainError);
});

const ownerOf = (name: string, index = 0) => ({
  workflow: { name },
  document: { source: 'a.json', index, line: 1, start: 0, end: 0 },
  pointer: '',
});
const stepsOf = (keys: readonly (string | undefined)[]) =>
  keys.map((key) => ({ key })) as unknown as readonly Step[];

test('the workflow that a hint names for a step key does not depend on the order, also beyond the limit', () => {
  const workflows = Array.from({ length: 30 }, (_, i) => ({
    of: ownerOf(`w${i}`, i),
    steps: stepsOf(['shared', `own${i}`, undefined]),
  }));
  const namesOf = (parts: readonly (readonly (typeof workflows)[0][])[]) => {
    const kept = parts.flatMap((some): readonly OwnedKeys[] => {
      const owners = createStepOwners(20);
      for (const { of, steps } of some) owners.add(of, steps);
      return owners.kept();
    });
    const find = indexOwners(() => kept, 20);
    return ['shared', 'none', ...workflows.map((_, i) => `own${i}`)].map((key) => find(key)?.name);
  };
  const expected = namesOf([workflows]);
  expect(expected.filter((name) => name !== undefined)).toHaveLength(11);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(workflows, { minLength: 30 }),
      fc.nat({ max: 30 }),
      (shuffled, cut) => {
        expect(namesOf([shuffled.slice(0, cut), shuffled.slice(cut)])).toEqual(expected);
      },
    ),
  );
});

test('step keys of any text up to 200 characters are mapped to a workflow', () => {
  const odd = ['ein schöner Schritt', '步骤', 'x'.repeat(200), 'a"b', '__proto__'];
  const none = ['x'.repeat(201), '', 'absent'];
  const owners = createStepOwners();
  owners.add(ownerOf('bare', 0), stepsOf([]));
  owners.add(ownerOf('odd', 1), stepsOf([...none.slice(0, 2), undefined, ...odd]));
  owners.add(ownerOf('second', 2), stepsOf(odd.slice(0, 2)));
  const find = indexOwners(owners.kept);
  expect(new Set(odd.map((key) => find(key)?.name))).toEqual(new Set(['odd']));
  expect(none.map(find)).toEqual(none.map(() => undefined));
});
