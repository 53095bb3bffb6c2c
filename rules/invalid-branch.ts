import { type Graph, stepsBehind } from '../src/core/graph/graph.ts';
import { labelOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { placeOf } from '../src/core/model/place.ts';
import { type Branch, meaningOf } from '../src/core/model/step-type.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { Edge, Step } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';
import { EDGE_TYPES } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'invalid-branch',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'An edge of a type that its step does not leave by.',
  why: 'No contact takes this edge, so no contact receives what follows it.',
  remedy:
    'Write a type of the step: conditions and waits have two each, all other steps only "default".',
  options: optionsOf({ known: exemptOption('Further valid edge types.') }),

  workflow({ workflow, graph }, report, { known }) {
    for (const edge of workflow.edges ?? []) {
      const { type } = edge;
      const noun = workflow.edgeNoun;
      const step = edge.from === undefined ? undefined : graph.step(edge.from);
      if (type === undefined || known.includes(type)) continue;
      const from = step === undefined ? '' : ` from ${labelOf(step)}`;
      const bound = edge.corrections.find(({ field }) => field[0] === 'type' && field.length === 1);
      if (bound !== undefined && !bound.isKey && !known.includes(bound.written)) {
        report({
          at: [edge, 'type'],
          message: `${noun}${from} has the unknown type ${quote(bound.written)}`,
          help: didYouMean(bound.meant),
          fixes: writeFix([edge, 'type'], bound.meant),
          name: bound.written,
          loses: stepsBehind(edge, graph),
        });
        continue;
      }
      const isKnown = EDGE_TYPES.includes(type);
      if (step === undefined ? isKnown : meaningOf(step, type) !== undefined) continue;
      const at = [edge, 'type'] as const;
      const written = placeOf(at).isMissing ? 'no type' : `the type ${quote(type)}`;
      const has = isKnown ? `${written} and is never taken` : `the unknown type ${quote(type)}`;
      report({
        at,
        message: `${noun}${from} has ${has}`,
        ...adviseType(edge, step, graph),
        name: type,
        loses: stepsBehind(edge, graph),
        // A new version of the service may have it.
        ...(!isKnown && meantBy(type, step) === undefined && { severity: 'warning' }),
      });
    }
  },
});

/** Names of branches in other tools. */
const CALLED: ReadonlyMap<string, Branch['means']> = new Map([
  ...['yes', 'true', 'met', 'if'].map((name) => [name, 'met'] as const),
  ...['no', 'false', 'else', 'not_met'].map((name) => [name, 'notMet'] as const),
  ...['success', 'next', 'always'].map((name) => [name, 'always'] as const),
  ...[['received', 'received'] as const, ['timed_out', 'timedOut'] as const],
]);

const meantBy = (type: string, step: Step | undefined): string | undefined =>
  step?.spec.branches.find(({ means }) => means === CALLED.get(type.toLowerCase()))?.type;

/** The branches of the step that have no edge, else all. */
function adviseType(edge: Edge, step: Step | undefined, graph: Graph) {
  const types = step?.spec.branches.map(({ type }) => type) ?? EDGE_TYPES;
  const used = step === undefined ? [] : graph.outgoing(step).map((link) => link.edge);
  const free = types.filter((type) => !used.some((other) => other.type === type));
  const wrong = used.filter((other) => !types.includes(other.type ?? ''));
  const choices = wrong.length <= 1 && free.length > 0 ? free : types;
  const called = free.find((type) => type === meantBy(edge.type ?? '', step));
  const meant = called ?? (choices === free && free.length === 1 ? free[0] : undefined);
  return {
    help: `write the type ${meant === undefined ? choices.map(quote).join(' or ') : quote(meant)}`,
    fixes: writeFix([edge, 'type'], meant, 'unsafe'),
  };
}
