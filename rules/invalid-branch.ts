import { correctionOf } from '../src/core/document/bind.ts';
import { freeTypes, stepsBehind } from '../src/core/graph/graph.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { placeOf } from '../src/core/model/place.ts';
import { meaningOf } from '../src/core/model/step-type.ts';
import { didYouMean, labelOf, quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';
import { EDGE_TYPES } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'invalid-branch',
  severity: 'error',
  stage: 'structure',
  summary: 'An edge of a type that its step does not leave by.',
  why: 'No contact takes this edge, so no contact receives what follows it.',
  remedy: 'Write a type of the step: conditions and waits have two, other steps only "default".',
  options: optionsOf({ known: exemptOption('Further valid edge types.') }),

  workflow({ workflow, graph }, report, { known }) {
    for (const edge of workflow.edges ?? []) {
      const bound = correctionOf(edge, 'type');
      const type = bound?.written ?? edge.type;
      const step = edge.fromStep;
      if (type === undefined || known.includes(type)) continue;
      const isKnown = EDGE_TYPES.includes(type);
      if (step === undefined ? isKnown : meaningOf(step, type) !== undefined) continue;
      const free = step === undefined ? EDGE_TYPES : freeTypes(step, graph);
      const types = step?.spec.branches.map((branch) => branch.type) ?? EDGE_TYPES;
      const called = step && types.find((each) => CALLED.get(each)?.includes(type.toLowerCase()));
      // With more edges than types, several may mean the free one.
      const isOnly = free.length === 1 && step && graph.outgoing(step).length <= types.length;
      const likely = free.find((each) => each === called) ?? (isOnly ? free[0] : undefined);
      const meant = bound?.meant ?? likely;
      const from = step === undefined ? '' : ` from ${labelOf(step)}`;
      const isWritten = !placeOf([edge, 'type']).isMissing;
      const written = isWritten ? `the type ${quote(type)}` : 'no type';
      const has = isKnown ? `${written} and is never taken` : `the unknown type ${quote(type)}`;
      const choices = (free.length === 0 ? types : free).map(quote).join(' or ');
      report({
        at: [edge, 'type'],
        message: `${workflow.edgeNoun}${from} has ${has}`,
        help:
          isWritten && meant
            ? didYouMean(meant)
            : `write the type ${meant ? quote(meant) : choices}`,
        fixes: writeFix([edge, 'type'], meant, bound === undefined ? 'unsafe' : 'safe'),
        name: type,
        loses: stepsBehind(edge, graph),
        // A new version of the service may have it.
        ...(!isKnown && bound === undefined && !called && { severity: 'warning' }),
      });
    }
  },
});

/** The names of branches in other tools. */
const CALLED: ReadonlyMap<string, readonly string[]> = new Map([
  ['default', ['next', 'success', 'always']],
  ['condition_met', ['yes', 'true', 'met', 'if']],
  ['condition_not_met', ['no', 'false', 'not_met', 'else']],
  ['event_received', ['received']],
  ['timeout', ['timed_out']],
]);
