import { expect, test } from 'vitest';
import { type Draft, locateDrafts } from '../../src/core/lint/drafts.ts';
import type { ActiveRule } from '../../src/core/lint/settings.ts';

test('a document with many findings is read once, also when facts of shards have separate objects for it', () => {
  const active = { rule: { id: 'any' }, severity: 'error', options: {} } as unknown as ActiveRule;
  const drafts = Array.from({ length: 1000 }, (_, i): Draft => {
    const document = { source: 'a.json', index: 0, line: 1, start: 0, end: 9 };
    const place = { document, pointer: `/${i}`, subject: {} };
    return { active, report: { at: place, message: 'm' }, place, related: [] };
  });
  let reads = 0;
  const text = JSON.stringify(drafts.map((_, i) => i));
  const located = locateDrafts(drafts, () => {
    reads++;
    return text;
  });
  expect(reads).toBe(1);
  expect(located.every(({ location }) => location.region !== undefined)).toBe(true);
});
