import { type MeantReference, meantReference } from '../src/core/graph/meant-reference.ts';
import { readsOf } from '../src/core/graph/reads.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { describeHabit, listNames } from '../src/core/model/habit.ts';
import { quote } from '../src/core/model/label.ts';
import type { NodeFix } from '../src/core/model/nodes.ts';
import { pathOfReference, type Reference } from '../src/core/model/references.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'unqualified-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable or rule field without a prefix.',
  why: 'Variables without a prefix are not resolved, so the text stays empty or the condition fails the run.',
  remedy: 'Start it with "event.", "contact." or "wait_events.".',
  whenOff: 'When your service resolves such names.',

  workflow({ workflow, graph, workspace }, report) {
    const uses = readsOf(graph).flatMap((reference): Use | [] => {
      if (reference.kind !== 'unqualified') return [];
      const { step, text } = reference;
      const meant = meantReference(text, { step, graph, workspace });
      return { ...reference, name: text, at: [step, ...pathOfReference(reference)], meant };
    });
    if (!isFilled(uses)) return;
    const { names, ...place } = describeHabit(workflow.ref, uses);
    const [first] = uses;
    report({
      ...place,
      names,
      message: describe(first, names, uses.length),
      help: adviseOn(first.meant, names.length),
      fixes: fixesOf(uses),
    });
  },
});

interface Use extends Reference {
  readonly at: Target;
  readonly meant: MeantReference;
}

const isFilled = (uses: readonly Use[]): uses is readonly [Use, ...Use[]] => uses.length > 0;

function describe({ use, text, meant }: Use, names: readonly string[], count: number): string {
  if (names.length > 1) return `${names.length} names have no prefix: ${listNames(names)}`;
  const what = use === 'rule' ? 'field' : 'variable';
  const where = inSeveral(count, 'places');
  return meant.wrongPrefix === undefined
    ? `${what} ${quote(text)} has no prefix${where}`
    : `${what} ${quote(text)} has the unknown prefix ${quote(meant.wrongPrefix)}${where}`;
}

function adviseOn({ reference, candidates, event }: MeantReference, names: number): string {
  const prefixes = '"event.", "contact." or "wait_events."';
  if (names > 1) return `start each of them with ${prefixes}`;
  if (reference !== undefined) return `write ${quote(reference)}`;
  const [data, contact] = candidates;
  if (data !== undefined && contact !== undefined)
    return `write ${quote(data)} for event data, or ${quote(contact)} for contact data`;
  if (data !== undefined) return `write ${quote(data)}`;
  const of = event === undefined ? 'the event' : `event ${quote(event)}`;
  return `write a property of ${of} ("event.…") or of the contact ("contact.…")`;
}

/** Only where each name has one meaning. */
function fixesOf(uses: readonly Use[]): readonly NodeFix[] {
  const edits = uses.flatMap(({ at, meant: { reference } }) =>
    reference === undefined ? [] : writeFix([at], reference, 'unsafe').flatMap((fix) => fix.edits),
  );
  if (edits.length < uses.length) return [];
  return [
    {
      title: `write ${listNames([...new Set(uses.map(({ meant }) => meant.reference as string))])}`,
      safety: 'unsafe',
      edits,
    },
  ];
}
