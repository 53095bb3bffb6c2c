import { leavesOf, type RuleNode, type RuleTree } from '../model/condition.ts';
import type { Step } from '../model/nodes.ts';
import { type Cube, cubesOf } from './cubes.ts';
import { relevant, sharedFields, workFor } from './decisions.ts';
import type { Graph } from './graph.ts';
import { type Decision, knowledgeOf } from './knowledge.ts';
import { type Atoms, createAtoms, type Literal, printLiteral } from './literals.ts';
import { rulesOf } from './reads.ts';

export type Outcome = 'always' | 'never';

/** A condition or filter that has one outcome for every contact who comes to it. */
export interface Verdict {
  readonly step: Step;
  readonly outcome: Outcome;
  /** Each way to the other outcome, and what bars it: a few at most, and no two the same. */
  readonly reasons: readonly Reason[];
  /** How the rule joins what its reasons say of it. */
  readonly joined: 'and' | 'or';
}

export interface Reason {
  /** Comparisons of the rule itself: `never`: they cannot all hold; `always`: one of them does. */
  readonly own: readonly string[];
  /** What earlier steps have required or ruled out. None: the rule alone is to blame. */
  readonly given: readonly Given[];
}

export interface Given {
  readonly comparison: string;
  readonly holds: boolean;
  readonly steps: readonly Step[];
}

const NONE: readonly never[] = [];
const WORK_PER_EDGE = 5;

/**
 * The rules that are always true or always false, by themselves or after the branches taken on all ways to them. A filter is
 * looked at by itself only: it speaks of another event. The work is bounded: of a workflow built to exceed it, less is said.
 */
export function verdictsOf(graph: Graph): readonly Verdict[] {
  const rules = rulesOf(graph);
  // One comparison by itself can hold and can fail.
  if (rules.length === 0 || (rules.length === 1 && rules[0]?.tree.root.kind === 'rule')) return NONE;
  const trees = new Map(rules.map(({ step, tree }) => [step, tree]));
  const shared = sharedFields(trees, graph);
  let atoms: Atoms | undefined;
  const verdicts: Verdict[] = [];
  const decisions = new Map<Step, Decision>();
  for (const [step, { root }] of trees) {
    const fields = leavesOf(root).map(({ field }) => field);
    const decides = step.type === 'condition' && fields.some((field) => shared.has(field)) && !graph.isDuplicate(step) && graph.isReachable(step);
    // Comparisons of different fields can all hold, and can all fail to.
    if (!decides && new Set(fields).size === fields.length) continue;
    atoms ??= createAtoms(workFor(graph));
    if (atoms.work <= 0) return verdicts;
    const [whyNever, whyAlways]: [Cube[], Cube[]] = [[], []];
    const met = cubesOf(root, false, atoms, whyNever);
    const notMet = cubesOf(root, true, atoms, whyAlways);
    if (met.length === 0) verdicts.push(verdict(step, root, 'never', whyNever, graph, atoms));
    else if (notMet.length === 0) verdicts.push(verdict(step, root, 'always', whyAlways, graph, atoms));
    if (decides) decisions.set(step, { met: relevant(met, step, shared, atoms), notMet: relevant(notMet, step, shared, atoms) });
  }
  if (atoms === undefined || decisions.size < 2) return verdicts;
  atoms.work -= graph.workflow.edges.length * WORK_PER_EDGE;
  if (atoms.work <= 0) return verdicts;
  const alone = new Set(verdicts.map(({ step }) => step));
  const knowledge = knowledgeOf(graph, decisions, atoms);
  for (const step of decisions.keys()) {
    const known = knowledge[step.index];
    if (known?.met === undefined || known.notMet === undefined || known.dead || alone.has(step)) continue;
    const never = known.met.cubes.length === 0;
    if (never === (known.notMet.cubes.length === 0)) continue;
    const { root } = trees.get(step) as RuleTree;
    verdicts.push(verdict(step, root, never ? 'never' : 'always', (never ? known.met : known.notMet).conflicts, graph, atoms));
  }
  return verdicts;
}

function verdict(step: Step, root: RuleNode, outcome: Outcome, conflicts: readonly Cube[], graph: Graph, atoms: Atoms): Verdict {
  const reasons = new Map<string, Reason>();
  const spoken = new Set<Literal>();
  for (const { literals, origins } of conflicts) {
    const own: string[] = [];
    const given: Given[] = [];
    for (const [index, literal] of literals.entries()) {
      const from = origins[index] as readonly number[];
      const isOwn = from.length === 0 || from.includes(step.index);
      // What bars the opposite of a rule are the opposites of its comparisons.
      if (isOwn) {
        own.push(printLiteral(outcome === 'never' ? literal : literal ^ 1, atoms));
        spoken.add(literal & ~1);
      } else
        given.push({
          comparison: printLiteral(literal & ~1, atoms),
          holds: (literal & 1) === 0,
          steps: from.map((origin) => graph.workflow.steps[origin] as Step),
        });
    }
    reasons.set(JSON.stringify([own, given.map(({ comparison, holds }) => [comparison, holds])]), { own, given });
  }
  return { step, outcome, reasons: [...reasons.values()], joined: joinOf(root, spoken, atoms) };
}

/** What joins these comparisons of a rule: the smallest group that has them all. */
function joinOf(root: RuleNode, spoken: ReadonlySet<Literal>, atoms: Atoms): 'and' | 'or' {
  // Comparisons that are known already: looking them up again is no work to speak of.
  const { work } = atoms;
  const hasAll = (node: RuleNode): boolean => {
    const own = new Set(leavesOf(node).map((leaf) => atoms.literalOf(leaf) & ~1));
    return [...spoken].every((literal) => own.has(literal));
  };
  let node: RuleNode = root;
  for (let smaller: RuleNode | undefined = root; smaller !== undefined; smaller = 'rules' in node ? node.rules.find(hasAll) : undefined) node = smaller;
  atoms.work = work;
  return node.kind === 'or' ? 'or' : 'and';
}
