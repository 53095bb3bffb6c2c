import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import type { RuleChoice } from '../src/core/lint/settings.ts';
import { caseFiles, hasCases, readCase } from './cases.ts';
import { followRemedies, type Input } from './follow-remedies.ts';
import { optionsOf, readScene, scenesOf } from './pages.ts';

/** Where a remedy is made elsewhere, or uncovers what the fault hides. */
const EXCEPTIONS = new Map([
  ['unheard-event', /./], // the event is sent by application code
]);

let followedInAll = 0;

function failures(input: Input): readonly string[] {
  const { followed, failures } = followRemedies(
    input,
    ({ rule }) => EXCEPTIONS.get(rule)?.test(input.name) === true,
  );
  followedInAll += followed;
  return failures;
}

test.each(rules.map(({ id }) => id))('what %s names can be written', (id) => {
  const inputs = scenesOf(id, 'bad')
    .filter((file) => file.endsWith('.json'))
    .map((file): Input => {
      const options = optionsOf(id, file);
      const choice = { preset: 'strict', ...(options && { options: new Map([[id, options]]) }) };
      return { name: file, text: String(readScene(id, file)), choice: choice as RuleChoice };
    });
  expect(inputs.flatMap(failures)).toEqual([]);
});

test.skipIf(!hasCases)('what is named in published workflows can be written', () => {
  const inputs = caseFiles().map((name) => ({
    ...{ name, text: readCase(name) },
    choice: { preset: 'strict' } as const,
  }));
  expect(inputs.flatMap(failures)).toEqual([]);
});

test('several hundred remedies were followed', () => {
  expect(followedInAll).toBeGreaterThan(400);
});
