import { hasTimeout } from '../model/duration.ts';
import { groupBy } from '../model/groups.ts';
import { bindLostEnd, guessKeys, indexSteps, type StepOf } from '../model/guess-keys.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { deletesContact, isTrigger, isWait } from '../model/step-type.ts';
import { stronglyConnectedComponents } from './components.ts';

const NONE: readonly never[] = [];

export function buildGraph(workflow: Workflow): Graph {
  return new Graph(workflow, false);
}

/**
 * A graph that recovers from wrong keys: an edge end that resolves to no step, but most likely means one, is bound to it
 * tentatively. So one wrong key does not cause findings on the steps after it.
 */
export function buildRecoveredGraph(workflow: Workflow): Graph {
  return new Graph(workflow, true);
}

/**
 * An analysis of a graph that all rules share. It is kept on the graph: a WeakMap would keep graphs alive until the next
 * full garbage collection.
 * @param key identifies the analysis when its function does not.
 */
export function memoized<T>(graph: Graph, analyse: (graph: Graph) => T, key: object = analyse): T {
  const { analyses } = graph;
  if (!analyses.has(key)) analyses.set(key, analyse(graph));
  return analyses.get(key) as T;
}

/** An analysis that is made once per graph. */
export const oncePerGraph =
  <T>(analyse: (graph: Graph) => T) =>
  (graph: Graph): T =>
    memoized(graph, analyse);

/** The triggers that are not duplicates. */
export const triggersOf = oncePerGraph((graph): readonly Step[] =>
  graph.where(isTrigger).filter((step) => !graph.isDuplicate(step)),
);

/** The steps that contacts come to. */
export const takenSteps = oncePerGraph(
  (graph): ReadonlySet<Step> =>
    graph.reachableFrom(triggersOf(graph), undefined, (edge) => graph.isTaken(edge)),
);

/**
 * The steps and resolved edges of a workflow. Built once per workflow, in linear time, and shared by all rules.
 * A key resolves to the first step that has it. A later step with the key is a duplicate, and no edge leads to or from it.
 */
export class Graph {
  readonly workflow: Workflow;
  /** Edges with an end that is missing or resolves to no step, in document order. */
  readonly unresolvedEdges: readonly Edge[];
  /** Wrong keys of edge ends, and the steps they are bound to tentatively. Empty unless the graph recovers. */
  readonly guesses: ReadonlyMap<string, Step>;
  /** The results of `memoized`. */
  readonly analyses = new Map<object, unknown>();
  readonly #index: ReadonlyMap<string, Step>;
  readonly #sources: readonly (Step | undefined)[];
  readonly #targets: readonly (Step | undefined)[];
  readonly #outgoing: ReadonlyMap<Step | undefined, readonly Edge[]>;
  /** All edges lead forward in the array, so there are no cycles. */
  readonly #isForward: boolean;
  #incoming: Map<Step | undefined, Edge[]> | undefined;
  #reachable: ReadonlySet<Step> | undefined;
  #components: readonly number[] | undefined;
  #cycles: readonly (readonly Step[])[] | undefined;

  constructor(workflow: Workflow, recovers: boolean) {
    const { steps, edges } = workflow;
    const index = indexSteps(steps);
    const guesses = recovers ? guessKeys(workflow, index) : new Map<string, Step>();
    const [known, guessed]: [StepOf, StepOf] = [index, guesses];
    const stepOf = (key: string | undefined): Step | undefined =>
      known.get(key) ?? guessed.get(key);
    const sources = edges.map(({ from }) => stepOf(from));
    const targets = edges.map(({ to }) => stepOf(to));
    if (recovers) bindLostEnd(workflow, sources, targets);
    const isResolved = ({ index: i }: Edge): boolean =>
      sources[i] !== undefined && targets[i] !== undefined;
    const resolved = edges.filter(isResolved);
    const indexOf = (step: Step | undefined): number => (step as Step).index;
    this.workflow = workflow;
    this.unresolvedEdges = edges.filter((edge) => !isResolved(edge));
    this.guesses = guesses;
    this.#index = index;
    this.#sources = sources;
    this.#targets = targets;
    this.#outgoing = groupBy(resolved, (edge) => sources[edge.index]);
    this.#isForward = resolved.every((e) => indexOf(sources[e.index]) < indexOf(targets[e.index]));
  }

  /** The steps of the types for which a function of the type is true (`isEmail`), in array order. */
  where(is: (step: Step) => boolean): readonly Step[] {
    return memoized(this, ({ workflow }) => workflow.steps.filter(is), is);
  }

  /** The step a key resolves to. */
  resolve(key: string): Step | undefined {
    return this.#index.get(key);
  }

  /** The source of an edge, if its key resolves. */
  source(edge: Edge): Step | undefined {
    return this.#sources[edge.index];
  }

  /** The target of an edge, if its key resolves. */
  target(edge: Edge): Step | undefined {
    return this.#targets[edge.index];
  }

  /** Resolved edges out of a step, in document order. */
  outgoing(step: Step): readonly Edge[] {
    return this.#outgoing.get(step) ?? NONE;
  }

  /** Resolved edges into a step, in document order. */
  incoming(step: Step): readonly Edge[] {
    this.#incoming ??= groupBy(
      this.workflow.edges.filter((edge) => this.#sources[edge.index] !== undefined),
      (edge) => this.#targets[edge.index],
    );
    return this.#incoming.get(step) ?? NONE;
  }

  /**
   * Whether contacts can take a resolved edge. The run ends with the contact, a wait without a timeout never times out, and no
   * contact comes to a duplicate.
   * Walks that follow contacts use this in both directions; `isReachable` does not, as such edges have findings of their own.
   */
  isTaken(edge: Edge): boolean {
    const source = this.#sources[edge.index] as Step;
    if (deletesContact(source) || this.isDuplicate(this.#targets[edge.index] as Step)) return false;
    return edge.type !== 'timeout' || !isWait(source) || hasTimeout(source);
  }

  /** Distinct targets of the outgoing edges. */
  successors(step: Step): readonly Step[] {
    return [...new Set(this.outgoing(step).map((edge) => this.#targets[edge.index] as Step))];
  }

  /** Whether an earlier step has the same key. */
  isDuplicate(step: Step): boolean {
    return step.key !== undefined && this.#index.get(step.key) !== step;
  }

  /** Whether a trigger that is not a duplicate leads to the step. Triggers reach themselves. */
  isReachable(step: Step): boolean {
    this.#reachable ??= this.reachableFrom(triggersOf(this));
    return this.#reachable.has(step);
  }

  /**
   * All steps reachable from the given ones, themselves included. The search does not continue where `through` is false, and takes
   * only edges for which `takes` is true.
   */
  reachableFrom(
    starts: Iterable<Step>,
    through: (step: Step) => boolean = () => true,
    takes: (edge: Edge, source: Step) => boolean = () => true,
  ): ReadonlySet<Step> {
    const seen = new Set(starts);
    // A Set iterates over elements added meanwhile, so it is the queue as well.
    for (const step of seen) {
      if (!through(step)) continue;
      for (const edge of this.outgoing(step))
        if (takes(edge, step)) seen.add(this.#targets[edge.index] as Step);
    }
    return seen;
  }

  /** Strongly connected components of two or more steps; steps in array order, components by their first step. */
  cycles(): readonly (readonly Step[])[] {
    this.#cycles ??= this.#isForward ? NONE : this.#groupByComponent();
    return this.#cycles;
  }

  /** Whether a closed walk passes both ends of an edge, or two different steps. */
  onOneCycle(a: Step, b: Step): boolean {
    const component = this.componentOf();
    return component[a.index] === component[b.index];
  }

  /** The number of the strongly connected component of each step. */
  componentOf(): readonly number[] {
    this.#components ??= stronglyConnectedComponents(
      this.workflow.steps.map((step) => this.successors(step).map(({ index }) => index)),
    );
    return this.#components;
  }

  #groupByComponent(): readonly (readonly Step[])[] {
    const components = this.componentOf();
    const groups = groupBy(this.workflow.steps, ({ index }) => components[index]);
    return [...groups.values()].filter((group) => group.length > 1);
  }
}
