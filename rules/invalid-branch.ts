import { type Graph, stepsBehind } from '../src/core/graph/graph.ts';
import { labelOf } from '../src/core/model/config.ts';
import { addFix, writeFix } from '../src/core/model/fix.ts';
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
      const isUntyped = !Object.hasOwn(edge.raw, edge.written.get('/type')?.slice(1) ?? 'type');
      const kind = type.trim() === '' ? 'a blank type' : `the unknown type ${quote(type)}`;
      const has = isUntyped ? 'no type' : isKnown ? `the type ${quote(type)}` : kind;
      report({
        at: [edge, 'type'],
        message: `${noun}${from} has ${has}${isKnown ? ' and is never taken' : ''}`,
        ...adviseType(edge, step, graph, isUntyped),
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
function adviseType(edge: Edge, step: Step | undefined, graph: Graph, isUntyped: boolean) {
  const types = step?.spec.branches.map(({ type }) => type) ?? EDGE_TYPES;
  const links = step === undefined ? [] : graph.outgoing(step);
  const free = types.filter((type) => !links.some((link) => link.edge.type === type));
  const isOnlyWrong = links.every(
    (link) => link.edge === edge || types.includes(link.edge.type ?? ''),
  );
  const choices = isOnlyWrong && free.length > 0 ? free : types;
  const field = edge.written.get('/from')?.startsWith('/from_') ? 'edge_type' : 'type';
  const named = choices.map(quote).join(' or ');
  const [only, other] = choices;
  const called = meantBy(edge.type ?? '', step);
  const isFree = (type: string | undefined): boolean => type !== undefined && free.includes(type);
  if (isFree(called))
    return {
      help: `write ${quote(called ?? '')}`,
      fixes: writeFix([edge, 'type'], called, 'unsafe'),
    };
  const meant = isOnlyWrong && isFree(only) && other === undefined ? only : undefined;
  return {
    help: isUntyped ? `add ${quote(field)}: ${named}` : `write ${named}`,
    fixes:
      meant === undefined
        ? []
        : isUntyped
          ? addFix(edge, field, meant)
          : writeFix([edge, 'type'], meant, 'unsafe'),
  };
}
