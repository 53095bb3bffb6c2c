import { expect, test } from 'vitest';
import type { Finding, Result, Severity } from '../../src/core/model/finding.ts';
import { judgeFixes, type TriedFix, unitOf } from '../../src/run/judge-fixes.ts';

const at = (source: string, pointer = '', startLine = 1) => ({
  location: { source, pointer, region: { startLine } } as Finding['location'],
});

test('a unit is a workflow or an event, or the whole document around them', () => {
  const units = (...places: readonly Pick<Finding, 'location'>[]) =>
    new Set(places.map(unitOf)).size;
  const source = 'a.json';
  for (const start of [
    '/workflows/1',
    '/automations/1',
    '/events/1',
    '/data/1',
    '/1',
    '/data/0/events/1',
  ])
    for (const more of ['/name', '/steps/2/config', '/steps/2/data/0', '/schema/3'])
      expect(units(at(source, start), at(source, start + more, 9))).toBe(1);
  expect(units(at(source), at(source, '/steps/0'), at(source, '/events'), at(source, '/12a'))).toBe(
    2,
  );
  const different = [at(source, '/events/0'), at(source, '/data/0'), at(source, '/data/10/name')];
  expect(units(at(source), at('b.json'), at(source, '/0'), ...different)).toBe(6);
  for (const name of ['a.ndjson', 'a.JSONL']) {
    expect(units(at(name, '/steps/1', 3), at(name, '/name', 3))).toBe(1);
    expect(units(at(name, '/steps/1', 3), at(name, '/steps/1', 4))).toBe(2);
  }
});

/** A finding in a file: `warning a`, or `info b of a` when it names another file. */
function findingOf(text: string): Finding {
  const [severity, source = '', , other] = text.split(' ');
  const related = other === undefined ? [] : [at(other)];
  return {
    fingerprint: text,
    severity: severity as Severity,
    ...at(source),
    related,
  } as unknown as Finding;
}

const resultOf = (texts: readonly string[]): Result =>
  ({ findings: texts.map(findingOf) }) as unknown as Result;

/** The findings that are fixed, all others before, and all after. */
function verdictOf(fixed: readonly string[], others: readonly string[], after: readonly string[]) {
  const applied = fixed.map((text) => {
    const finding = findingOf(text);
    return { finding, unit: unitOf(finding) } as unknown as TriedFix;
  });
  const { worse, suspects } = judgeFixes(resultOf([...fixed, ...others]), resultOf(after), applied);
  const show = (found: ReadonlyMap<string, Finding | undefined>) =>
    [...found].map(([unit, finding]) => [unit.trim(), finding?.fingerprint].join(': '));
  return { worse: show(worse), suspects: show(suspects) };
}

test.each([
  ['is gone', ['error a'], ['error a of b'], ['error a of b']],
  ['becomes a less severe one', ['error a'], [], ['warning a', 'info a']],
  ['of two files is gone', ['info a', 'warning b'], [], []],
  ['leaves less severe ones elsewhere', ['error a', 'warning b'], [], ['info c', 'info d of a']],
])('a fix is made when its finding %s', (_, fixed, others, after) => {
  expect(verdictOf(fixed, others, after)).toEqual({ worse: [], suspects: [] });
});

test.each([
  ['nothing gets better', ['error a'], [], ['error a'], ['a: ']],
  ['an equally severe one is new', ['warning a'], [], ['warning a of b'], ['a: warning a of b']],
  ['a more severe one is new', ['info a'], ['warning a'], ['warning a', 'error a'], ['a: error a']],
  [
    'one is as severe as the least fixed',
    ['error a', 'info a'],
    [],
    ['warning a'],
    ['a: warning a'],
  ],
  ['several are new', ['info a'], [], ['info a of b', 'error a'], ['a: info a of b']],
  ['another file gets better', ['error a', 'error b'], [], ['error a', 'info b'], ['a: ']],
  ['there are more in all', ['error a'], ['info a'], ['error a', 'warning b'], ['a: ']],
])('a fix is refused when %s', (_, fixed, others, after, worse) => {
  expect(verdictOf(fixed, others, after)).toEqual({ worse, suspects: [] });
});

test('a new finding elsewhere is blamed on the fixes of findings that are no more severe', () => {
  const suspects = (fixed: readonly string[], ...after: readonly string[]) =>
    verdictOf(fixed, [], after);
  const fixed = ['error a', 'warning b', 'info c'];
  expect(suspects(fixed, 'warning d', 'warning e')).toEqual({
    worse: [],
    suspects: ['b: warning d', 'c: warning d'],
  });
  expect(suspects(fixed, 'warning d of b')).toEqual({ worse: [], suspects: ['b: warning d of b'] });
  expect(suspects(fixed, 'info d of b', 'error d').suspects).toEqual([
    ...['c: info d of b', 'a: error d', 'b: error d'],
  ]);
  // A known finding is none.
  expect(verdictOf(['info a'], ['error d'], ['error d']).suspects).toEqual([]);
  expect(suspects(['error a'], 'error a', 'error d')).toEqual({
    worse: ['a: '],
    suspects: ['a: error d'],
  });
});
