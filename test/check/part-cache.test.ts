import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { type SourceItem, textDocuments } from '../../src/core/document/split.ts';
import { activate } from '../../src/core/lint/settings.ts';
import { readerOf } from '../../src/run/fix.ts';
import { createPartCache } from '../../src/run/part-cache.ts';
import { type Collected, collectHeld, finishRun } from '../../src/run/run.ts';
import { CLEAN, EVENTS, FAULTY } from '../cli/run.ts';
import fc from '../fast-check.ts';

const settings = { rules: activate(rules, { preset: 'strict' }) };
const TEXTS = [
  CLEAN,
  FAULTY,
  CLEAN.replace('"template_id":"tpl_welcome"', '"template_id":"{{event.plan}}"'),
  EVENTS,
  EVENTS.replace('"schema":null', '"schema":{"plan":"string"}'),
  '{"object":"list","has_more":false,"data":[{"object":"template","id":"tpl_welcome","alias":"a","status":"draft"}]}',
  '{"workflows":[',
  '[]',
];

const itemOf = (name: string, text: string): SourceItem => ({
  documents: [...textDocuments(text, name)],
  from: { explicit: false, path: name },
});

test('after each change, the result equals a complete check', () => {
  const edit = fc.record({ file: fc.nat(120), text: fc.constantFrom(...TEXTS) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      const collectParts = createPartCache();
      const items = new Map<string, SourceItem>();
      for (let i = 0; i < 110; i += 1) items.set(`${i}.json`, itemOf(`${i}.json`, CLEAN));
      for (const { file, text } of edits) {
        const name = `${file}.json`;
        items.set(name, itemOf(name, text));
        const held = [...items.values()];
        const finish = (parts: readonly Collected[]) =>
          finishRun(parts, { ...settings, readText: readerOf(held) }).result;
        const { findings, notChecked, summary } = finish(collectParts(held, settings, ''));
        const whole = finish([collectHeld(definingFirst(held), settings)]);
        expect({ findings, notChecked, summary }).toEqual({
          findings: whole.findings,
          notChecked: whole.notChecked,
          summary: whole.summary,
        });
      }
    }),
    { numRuns: 8 },
  );
});

/** As sources are read: rules then know which facts to keep. */
function definingFirst(items: readonly SourceItem[]): readonly SourceItem[] {
  const isDefining = (item: SourceItem): boolean =>
    'documents' in item && [...item.documents].some(({ text }) => /"list"/.test(text));
  return [...items.filter(isDefining), ...items.filter((item) => !isDefining(item))];
}
