import { expect, test } from 'vitest';
import { accept } from '../../src/core/lint/accept.ts';
import { compareParts } from '../../src/core/lint/compare.ts';
import { checkInput } from '../../src/core/lint/lint.ts';
import { type Part, workflowNames } from '../../src/core/lint/part.ts';
import type { DocumentRef } from '../../src/core/model/nodes.ts';
import { NotPlainError, printBlob, readBlob, writePlain } from '../../src/features/scale/blob.ts';
import { decodeItems } from '../../src/run/decode.ts';
import type { LoadedItem } from '../../src/run/load.ts';
import { collect } from '../../src/run/run.ts';
import type { Shard } from '../../src/run/shard.ts';
import fc from '../fast-check.ts';
import { EVERY_RULE, type FixtureDocument, fixtureDocuments } from '../fixtures.ts';

const documents = fixtureDocuments();
const texts = new Map(
  documents.map(({ document: { ref }, text }) => [`${ref.index} ${ref.source}`, text]),
);

const partOf = (some: readonly FixtureDocument[]): Part =>
  checkInput({ documents: some }, { rules: EVERY_RULE });

const finish = (parts: readonly Part[]) =>
  accept(
    parts,
    compareParts(parts, { rules: EVERY_RULE }),
    ({ index, source }: DocumentRef) => texts.get(`${index} ${source}`),
    { rules: EVERY_RULE },
  ).result;

const HEAD = {
  shard: { index: 1, total: 1 },
  settings: '',
  scope: { paths: [], events: [], workflow: [], status: null, live: false },
};

function throughBlob(part: Part): Part {
  const blob = { head: HEAD, inputs: [], part };
  return readBlob(printBlob(blob, '1.0.0'), '1.0.0').part;
}

test.each([
  ['through a blob', throughBlob],
  ['as a clone', (part: Part) => structuredClone(part)],
])('a part is plain data: it is the same %s', (_, journey) => {
  // Recorded requests are never divided.
  for (const each of documents.filter(({ document }) => document.calls === undefined)) {
    const part = partOf([each]);
    expect({ calls: [], ...journey(part) }).toEqual(part);
  }
});

test('the names of the workflows of parts are their ids and names', () => {
  const workflows = [{ id: 'w1', name: 'Welcome' }, { id: 'w2' }, { name: 'Trial' }, {}];
  const parts = workflows.map((workflow) => ({ workflows: [{ workflow }] }) as unknown as Part);
  expect([...workflowNames(parts)]).toEqual(['w1', 'Welcome', 'w2', 'Trial']);
});

/** The documents as inputs; those that every shard needs are named by --events. */
const itemsOf = (numbers: readonly number[]): readonly LoadedItem[] =>
  documents.map(({ document: { ref, events, resources }, text, fault }, i) => {
    const assume = events.length + resources.length > 0 ? 'events' : undefined;
    const document = { ref, text, number: numbers[i] as number, ...(fault && { fault }) };
    return { documents: [document], from: { explicit: true, assume } };
  });

test('any split into shards, in any order and through blobs, gives the result of one run', () => {
  const rules = EVERY_RULE;
  const finishAll = (parts: readonly Part[]): string => JSON.stringify(finish(parts));
  const partIn = (items: readonly LoadedItem[], shard?: Shard): Part =>
    collect(decodeItems(items, { shard }), { rules });
  const whole = finishAll([partIn(itemsOf(documents.map((_, i) => i)))]);
  const places = fc.array(fc.nat({ max: 4 }), {
    minLength: documents.length,
    maxLength: documents.length,
  });
  fc.assert(
    fc.property(places, fc.boolean(), (numbers, backwards) => {
      const items = itemsOf(numbers);
      const order = backwards ? items.toReversed() : items;
      const parts = [1, 2, 3, 4, 5].map((index) => partIn(order, { index, total: 5 }));
      expect(finishAll(parts.map(throughBlob)) === whole).toBe(true);
    }),
    // Smaller examples take minutes to find.
    { numRuns: 4, endOnFailure: true },
  );
});

test('summaries of any JSON, and of numbers that JSON cannot represent, are restored', () => {
  const journey = (summary: unknown): unknown => JSON.parse(writePlain(summary));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (summary) => {
      expect(journey(summary)).toStrictEqual(summary);
    }),
  );
  const deep = JSON.parse('{"__proto__":{"x":1}}') as object;
  const odd = { a: [1, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], deep };
  expect(journey({ ...odd, none: undefined })).toStrictEqual(odd);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('values that are not plain data are refused by name', () => {
  for (const summary of [
    ...[new Map(), [new Set()], { at: new Date() }, () => 1, { n: 1n }, undefined],
    ...[[undefined], Number.NaN, Object.create(Object.create(null))],
  ])
    expect(() => writePlain(summary)).toThrow(NotPlainError);
});
