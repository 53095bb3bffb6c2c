import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { findComponents, groupCycles } from './components.ts';
import { groupByTarget, groupByType, indexSteps, lookUp, positionOf } from './indexes.ts';

/**
 * A workflow's steps and resolved edges. Built once per workflow and shared by all rules; linear in steps and
 * edges, without recursion. A key resolves to the first step that bears it; a later bearer is a duplicate, and no
 * edge that uses the key leads to or from it.
 */
export interface Graph {
  readonly workflow: Workflow;
  /** The steps of a type, in array order. */
  ofType(type: string): readonly Step[];
  /** The step a key resolves to. */
  resolve(key: string): Step | undefined;
  /** The step an edge comes from, when that end resolves. */
  source(edge: Edge): Step | undefined;
  /** The step an edge goes to, when that end resolves. */
  target(edge: Edge): Step | undefined;
  /** Resolved edges out of a step, in the order of the document. */
  outgoing(step: Step): readonly Edge[];
  /** Resolved edges into a step, in the order of the document. */
  incoming(step: Step): readonly Edge[];
  /** Distinct steps one resolved edge away; a step with a self-loop is its own successor. */
  successors(step: Step): readonly Step[];
  /** Whether an earlier step bears the same key. */
  isDuplicate(step: Step): boolean;
  /** Whether every step has a key of its own. */
  readonly hasUniqueKeys: boolean;
  /** Edges of which an end is not given or resolves to no step, in the order of the document. */
  readonly loose: readonly Edge[];
  /** Whether some trigger that is not a duplicate leads to the step. Triggers lead to themselves. */
  isReachable(step: Step): boolean;
  /** All steps that can be reached from the given ones, themselves included; `through` says which steps to go on from. */
  reachableFrom(starts: Iterable<Step>, through?: (step: Step) => boolean): ReadonlySet<Step>;
  /** Strongly connected components of two or more steps; steps in array order, components by their first step. */
  cycles(): readonly (readonly Step[])[];
  /** Whether some closed walk along edges passes both steps; given one step twice, whether it lies on a cycle or has a self-loop. */
  onOneCycle(a: Step, b: Step): boolean;
  /** Whether no resolved edge leads back: no cycle and no self-loop. */
  readonly isAcyclic: boolean;
  /** Analyses made of this graph so far; see `remembered`. */
  readonly analyses: Map<object, unknown>;
}

const NONE: readonly never[] = [];

export function buildGraph(workflow: Workflow): Graph {
  return new ResolvedGraph(workflow);
}

/** A class, since one graph is built for every workflow: a dozen closures each would cost more than the graph itself. */
class ResolvedGraph implements Graph {
  readonly workflow: Workflow;
  readonly #index: ReadonlyMap<string, Step>;
  readonly hasUniqueKeys: boolean;
  readonly loose: readonly Edge[];
  readonly #sources: (Step | undefined)[];
  readonly #targets: (Step | undefined)[];
  readonly #out: Edge[][];
  // Edges that all go forward in the array cannot close a cycle: the search for components is then not needed.
  readonly #forward: boolean;
  #types: (Step[] | undefined)[] | undefined;
  #into: Edge[][] | undefined;
  #reachable: Uint8Array | undefined;
  #components: Int32Array | undefined;
  #cycles: readonly (readonly Step[])[] | undefined;
  #acyclic: boolean | undefined;
  #analyses: Map<object, unknown> | undefined;

  constructor(workflow: Workflow) {
    const { steps, edges } = workflow;
    const { index, unique } = indexSteps(steps);
    const sources: (Step | undefined)[] = new Array(edges.length);
    const targets: (Step | undefined)[] = new Array(edges.length);
    const out: Edge[][] = new Array(steps.length);
    let loose: Edge[] | undefined;
    let forward = true;
    let near: Step | undefined;
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i] as Edge;
      // Most edges go on from where the one before went, and to the step that is listed next: a look there saves the lookups.
      const source: Step | undefined = unique && near?.key === edge.from ? near : lookUp(index, edge.from);
      const next: Step | undefined = source === undefined ? undefined : steps[source.index + 1];
      const target = unique && next?.key === edge.to ? next : lookUp(index, edge.to);
      sources[i] = source;
      targets[i] = target;
      if (source === undefined || target === undefined) {
        (loose ??= []).push(edge);
        continue;
      }
      near = target;
      const list = out[source.index];
      if (list === undefined) out[source.index] = [edge];
      else list.push(edge);
      if (source.index >= target.index) forward = false;
    }
    this.workflow = workflow;
    this.#index = index;
    this.hasUniqueKeys = unique;
    this.#sources = sources;
    this.#targets = targets;
    this.#out = out;
    this.#forward = forward;
    this.loose = loose ?? NONE;
  }

  ofType(type: string): readonly Step[] {
    const at = positionOf(type);
    if (at === -1) return this.workflow.steps.filter((step) => step.type === type);
    this.#types ??= groupByType(this.workflow.steps);
    return this.#types[at] ?? NONE;
  }

  resolve(key: string): Step | undefined {
    return this.#index.get(key);
  }

  source(edge: Edge): Step | undefined {
    return this.#sources[edge.index];
  }

  target(edge: Edge): Step | undefined {
    return this.#targets[edge.index];
  }

  outgoing(step: Step): readonly Edge[] {
    return this.#out[step.index] ?? NONE;
  }

  incoming(step: Step): readonly Edge[] {
    this.#into ??= groupByTarget(this.workflow.edges, this.#sources, this.#targets, this.workflow.steps.length);
    return this.#into[step.index] ?? NONE;
  }

  successors(step: Step): readonly Step[] {
    const list = this.#out[step.index];
    if (list === undefined) return NONE;
    const found = list.map((edge) => this.#targets[edge.index] as Step);
    return found.length === 1 || (found.length === 2 && found[0] !== found[1]) ? found : [...new Set(found)];
  }

  isDuplicate(step: Step): boolean {
    return !this.hasUniqueKeys && step.key !== undefined && this.#index.get(step.key) !== step;
  }

  isReachable(step: Step): boolean {
    this.#reachable ??= markReachable(this.workflow.steps, this);
    return this.#reachable[step.index] === 1;
  }

  reachableFrom(starts: Iterable<Step>, through?: (step: Step) => boolean): ReadonlySet<Step> {
    const seen = new Set(starts);
    // A Set visits what is added while it is walked: it is the queue of the search as well.
    for (const step of seen) {
      if (through !== undefined && !through(step)) continue;
      for (const edge of this.outgoing(step)) seen.add(this.#targets[edge.index] as Step);
    }
    return seen;
  }

  cycles(): readonly (readonly Step[])[] {
    this.#cycles ??= this.#forward ? NONE : groupCycles(this.workflow.steps, this.#componentOf());
    return this.#cycles;
  }

  onOneCycle(a: Step, b: Step): boolean {
    if (this.#forward) return false;
    const component = this.#componentOf();
    const joint = component[a.index];
    if (a !== b) return component[b.index] === joint;
    return this.outgoing(a).some((edge) => component[(this.#targets[edge.index] as Step).index] === joint);
  }

  get analyses(): Map<object, unknown> {
    this.#analyses ??= new Map();
    return this.#analyses;
  }

  get isAcyclic(): boolean {
    this.#acyclic ??= this.#forward || (this.cycles().length === 0 && !this.workflow.steps.some((step) => this.onOneCycle(step, step)));
    return this.#acyclic;
  }

  #componentOf(): Int32Array {
    this.#components ??= findComponents(this.#out, this.#targets);
    return this.#components;
  }
}

function markReachable(steps: readonly Step[], graph: Graph): Uint8Array {
  const seen = new Uint8Array(steps.length);
  const stack: Step[] = [];
  const visit = (step: Step): void => {
    if (seen[step.index] === 1) return;
    seen[step.index] = 1;
    stack.push(step);
  };
  for (const step of steps) if (step.type === 'trigger' && !graph.isDuplicate(step)) visit(step);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    for (const edge of graph.outgoing(step)) visit(graph.target(edge) as Step);
  }
  return seen;
}
