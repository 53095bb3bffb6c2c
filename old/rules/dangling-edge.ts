import type { Graph } from '../src/core/graph/graph.ts';
import { countLostEmails, countUnreachableEmails } from '../src/core/graph/lost-emails.ts';
import { lostTriggerKey } from '../src/core/graph/lost-trigger.ts';
import { removeFix, writeFix } from '../src/core/model/fix.ts';
import { addTo, groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, nameOf, neverSent, quote } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { Edge, Place, Step, Workflow, WorkflowRef } from '../src/core/model/nodes.ts';
import { atFirst, edgeNounOf, placeOf } from '../src/core/model/place.ts';
import { branchTypes, isTrigger } from '../src/core/model/step-type.ts';
import { defineRule, type WorkflowSummary } from '../src/core/rule.ts';

type End = 'from' | 'to';

interface Ends {
  /** The keys of all steps: another workflow may use one by mistake. */
  readonly keys: readonly string[];
  readonly wrong: readonly WrongKey[];
}

/** All edge ends with one wrong key. */
interface WrongKey {
  readonly key: string;
  readonly places: readonly Place[];
  /** Those that can be removed. */
  readonly edges: readonly Place[];
  /** The beginning of the message; the key follows. */
  readonly statement: string;
  readonly help: string;
  readonly consequence: string | undefined;
  /** It is the key of a trigger that is not there. */
  readonly isLostTrigger: boolean;
  /** The key to write instead. */
  readonly meant: string | undefined;
  /** No other step is as likely. */
  readonly isSure: boolean;
}

export default defineRule({
  id: 'dangling-edge',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'An edge whose end is not a step of the workflow.',
  why: 'The run ends there, so the contact receives none of the later emails.',
  remedy: 'Write the key of an existing step, or remove the edge.',
  whenOff: 'Never: the service cannot follow such an edge either.',
  isCause: true,

  summarize({ workflow, graph }): Ends {
    return { keys: [...keysOf(workflow.steps)], wrong: wrongKeysOf(workflow, graph) };
  },

  compare({ summaries }, report) {
    const ownerOf = createOwners(summaries);
    for (const { workflow, summary } of summaries) {
      for (const wrong of summary.wrong) {
        const { key, places, edges, statement, help, consequence, meant, isSure, isLostTrigger } =
          wrong;
        const owner = ownerOf(key, workflow);
        const isBlank = key.trim() === '';
        const what =
          owner === undefined
            ? `unknown step ${quote(key)}`
            : `step ${quote(key)} of workflow ${quote(owner)}`;
        report({
          ...atFirst(places, isBlank ? 'also blank' : `also ${quote(key)}`),
          message: isBlank ? statement : `${statement} ${what}`,
          help,
          consequence,
          fixes: [
            ...writeFix(places, meant, isSure ? 'safe' : 'unsafe'),
            ...(edges.length === 0
              ? []
              : removeFix(edges, edges.length === 1 ? 'remove it' : 'remove them')),
          ],
          fingerprintKey: { names: groupIdentity(workflow), detail: key },
          explainedBy: isLostTrigger ? 'missing-trigger' : undefined,
        });
      }
    }
  },
});

function wrongKeysOf(workflow: Workflow, graph: Graph): readonly WrongKey[] {
  if (!workflow.hasSteps || (graph.unresolvedEdges.length === 0 && graph.guesses.size === 0))
    return [];
  const ends = wrongEnds(graph);
  const near = createNearest(keysOf(workflow.steps));
  const unknown = [...ends.keys()].filter((key) => !graph.guesses.has(key));
  const lostTrigger = lostTriggerKey(graph);
  return [...ends].map(([key, uses]): WrongKey => {
    const [first] = uses as readonly [Use];
    const name = near(key, (each) => canMean(graph.resolve(each), uses, graph));
    const meant = name === undefined ? undefined : graph.resolve(name);
    const isOnly = graph.guesses.has(key) || unknown.length === 1;
    return {
      key,
      places: uses.map((use) => placeOf([use.edge, use.end])),
      edges: canRemove(uses, graph) ? uses.map(({ edge }) => placeOf(edge)) : [],
      statement: describe(first, uses.length, graph),
      help: helpFor(first, meant, graph),
      isLostTrigger: key === lostTrigger,
      isSure: graph.guesses.has(key),
      meant: (graph.guesses.get(key) ?? meant)?.key,
      consequence: isOnly ? neverSent(countLost(key, graph), 'later ') : undefined,
    };
  });
}

/** Whether no edge shows that a step which is not reached has a step before it. */
const canRemove = (uses: readonly Use[], graph: Graph): boolean =>
  uses.every(({ edge }) => {
    const target = graph.target(edge);
    return target === undefined || graph.isReachable(target);
  });

/** The name of the first other workflow with a step of a key. */
function createOwners(
  summaries: readonly WorkflowSummary<Ends>[],
): (key: string, notIn: WorkflowRef) => string | undefined {
  const owners = new Map<string, WorkflowRef>();
  for (const { workflow, summary } of summaries)
    for (const own of summary.keys) if (!owners.has(own)) owners.set(own, workflow);
  return (key, notIn) => {
    const owner = owners.get(key);
    return owner === undefined || (owner.id === notIn.id && owner.name === notIn.name)
      ? undefined
      : (owner.name ?? owner.id);
  };
}

interface Use {
  readonly edge: Edge;
  readonly end: End;
}

/** By key, in document order. */
function wrongEnds(graph: Graph): ReadonlyMap<string, readonly Use[]> {
  const ends = new Map<string, Use[]>();
  for (const edge of graph.workflow.edges) {
    for (const end of ['from', 'to'] as const) {
      const key = edge[end];
      if (key === undefined || graph.resolve(key) !== undefined) continue;
      const guess = graph.guesses.get(key);
      // The finding about the missing key of the step explains the edge.
      if (guess === undefined || guess.key !== undefined) addTo(ends, key, { edge, end });
    }
  }
  return ends;
}

function* keysOf(steps: readonly { readonly key: string | undefined }[]): Iterable<string> {
  for (const { key } of steps) if (key !== undefined) yield key;
}

function countLost(key: string, graph: Graph): number {
  return graph.guesses.has(key)
    ? countLostEmails(graph, ({ from, to }) => from !== key && to !== key)
    : countUnreachableEmails(graph);
}

function describe({ edge, end }: Use, uses: number, graph: Graph): string {
  const noun = edgeNounOf(graph.workflow);
  const isBlank = (edge[end] as string).trim() === '';
  const other = end === 'to' ? edge.from : edge.to;
  const step = other === undefined ? undefined : graph.resolve(other);
  const name = step === undefined ? other && quote(other) : nameOf(step);
  const which = name ? `${noun} ${end === 'to' ? 'from' : 'to'} ${name}` : `this ${noun}`;
  if (isBlank && uses > 1) return `${uses} ${noun}s have a blank end`;
  if (isBlank) return `${which} has a blank ${end === 'to' ? 'target' : 'source'}`;
  if (uses > 1) return `${uses} ${noun}s refer to`;
  return `${which} ${end === 'to' ? 'points to' : 'starts at'}`;
}

/** Whether a step, written in place of a wrong key, causes no other fault: a cycle, a second start, or a branch it does not have. */
function canMean(step: Step | undefined, uses: readonly Use[], graph: Graph): boolean {
  if (step === undefined || uses.some(({ edge }) => edge.from === edge.to)) return false;
  const before = uses.flatMap(({ edge }) => graph.source(edge) ?? []);
  const next = uses.flatMap(({ edge }) => graph.target(edge) ?? []);
  const behind = graph.reachableFrom([step, ...next]);
  if (before.some((each) => behind.has(each)) || graph.reachableFrom(next).has(step)) return false;
  return uses.every(({ edge, end }) =>
    end === 'to'
      ? !isTrigger(step)
      : !step.spec.isKnown || branchTypes(step).includes(edge.type as string),
  );
}

function helpFor({ edge, end }: Use, meant: Step | undefined, graph: Graph): string {
  const key = edge[end] as string;
  const guess = graph.guesses.get(key);
  if (guess !== undefined) {
    const guessed = guess.key as string;
    if (guessed.trim() !== key.trim()) return `did you mean ${labelOf(guess)}?`;
    return guessed === guessed.trim()
      ? `write ${quote(guessed)} without white space around it`
      : `remove the white space around the key of ${labelOf(guess)}`;
  }
  return meant === undefined
    ? `write the key of an existing step, or remove the ${edgeNounOf(graph.workflow)}`
    : `did you mean ${labelOf(meant)}?`;
}
