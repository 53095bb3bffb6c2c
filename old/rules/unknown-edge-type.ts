import type { Graph } from '../src/core/graph/graph.ts';
import { countLostEmails } from '../src/core/graph/lost-emails.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, neverSent, quote } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { atFirst, edgeNounOf } from '../src/core/model/place.ts';
import { branchTypes } from '../src/core/model/step-type.ts';
import { namesMeant, truncate } from '../src/core/model/text.ts';
import { defineRule, namesOption, optionsOf, type Target } from '../src/core/rule.ts';
import { EDGE_TYPES, isKnownEdgeType } from '../src/core/steps/registry.ts';

export default defineRule({
  id: 'unknown-edge-type',
  severity: 'error',
  preset: 'recommended',
  category: 'document',
  summary: 'An edge of an unknown type.',
  why: 'No step takes an edge of an unknown type, so no contact receives what follows it.',
  remedy: 'Correct the type; if it is new in the service, add it to the option "known".',
  whenOff: 'While a preview of the service adds edge types that you do not want to list.',
  options: optionsOf({ known: namesOption([], 'Further valid edge types.', { type: 'string' }) }),

  workflow({ workflow, graph }, report, { known }) {
    const unknown = workflow.edges.filter(
      ({ type }) => type !== undefined && !isKnownEdgeType(type) && !known.includes(type),
    );
    const near = createNearest([...EDGE_TYPES, ...known]);
    // Both branches of one condition are one fault.
    const groups = groupBy(unknown, ({ from }) => from ?? '');
    for (const [key, edges] of groups) {
      const step = graph.source(edges[0] as Edge);
      const places = edges.map((edge): Target => [edge, 'type']);
      const types = [...new Set(edges.map(({ type }) => type as string))];
      const named = types.map(quote).join(' and ');
      const from = step === undefined ? quote(key) : labelOf(step);
      const noun = edgeNounOf(workflow);
      const isOne = edges.length === 1;
      const kind = types.length === 1 ? 'type' : 'types';
      const right = types.map((type) => MEANT.get(type.toLowerCase()) ?? near(type));
      const group = new Set(edges);
      const choices = step?.spec.isKnown ? [...branchTypes(step), ...known] : EDGE_TYPES;
      const meant = new Map(types.map((type, i) => [type, typeMeant(right[i], choices)]));
      const [first] = types as [string];
      const isNear = right[0] === meant.get(first);
      const isClear = areApart(edges, meant, graph);
      report({
        ...atFirst(places),
        message: `${noun}${isOne ? '' : 's'} from ${from} ${isOne ? 'has' : 'have'} ${
          types.every((type) => type.trim() === '')
            ? 'a blank type'
            : `the unknown ${kind} ${truncate(named, 81)}`
        }`,
        help: isClear ? adviseTypes(meant) : adviseChoice(choices, noun),
        fixes:
          isClear && types.length === 1
            ? writeFix(places, meant.get(first), isNear ? 'safe' : 'unsafe')
            : undefined,
        consequence: neverSent(
          countLostEmails(graph, (edge) => !group.has(edge)),
          'later ',
        ),
        fingerprintKey: {
          names: groupIdentity(workflow, key),
          detail: types.toSorted().join(' '),
        },
        maxSeverity: right.includes(undefined) ? 'warning' : undefined,
      });
    }
  },
});

/** A near type that the step takes, else its only one. */
const typeMeant = (near: string | undefined, choices: readonly string[]): string | undefined =>
  near !== undefined && choices.includes(near)
    ? near
    : choices.length === 1
      ? choices[0]
      : undefined;

/** Whether each type is known, and no step then has two edges of one type to different steps. */
function areApart(
  edges: readonly Edge[],
  meant: ReadonlyMap<string | undefined, string | undefined>,
  graph: Graph,
): boolean {
  const step = graph.source(edges[0] as Edge);
  const all = step === undefined ? edges : graph.outgoing(step);
  const targets = new Map<string, Step | undefined>();
  return (
    ![...meant.values()].includes(undefined) &&
    all.every((edge) => {
      const type = meant.get(edge.type) ?? edge.type ?? '';
      const target = targets.get(type) ?? graph.target(edge);
      targets.set(type, target);
      return target === graph.target(edge);
    })
  );
}

function adviseTypes(meant: ReadonlyMap<string, string | undefined>): string {
  const [first, ...others] = [...meant].map(([type, right]) => [`"${right}"`, quote(type)]);
  if (others.every(([right]) => right === first?.[0])) return `write ${first?.[0]}`;
  return [first, ...others].map((pair) => `write ${pair?.join(' instead of ')}`).join(', and ');
}

const adviseChoice = (choices: readonly string[], noun: string): string =>
  choices.length === 1
    ? `keep one ${noun}, of the type ${choices[0]}`
    : `write one of ${choices.join(', ')}`;

// Their names in other tools.
const MEANT = namesMeant({
  condition_met: 'yes true met',
  condition_not_met: 'no false else not_met',
  event_received: 'received',
  default: 'success next',
});
