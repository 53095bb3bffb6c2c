import { stepsByKey } from '../model/config.ts';
import { hasTimeout } from '../model/duration.ts';
import { NONE } from '../model/json.ts';
import { type Branch, isTrigger, isWait, meaningOf } from '../model/step-type.ts';
import type { Edge, Step, Workflow } from '../model/workflow.ts';

/** An edge whose ends are both steps of the workflow. */
export interface Link {
  readonly edge: Edge;
  readonly from: Step;
  readonly to: Step;
  /**
   * What contacts did who take it; undefined where none can: the step does not leave by its type,
   * has no timeout, or deletes the contact.
   */
  readonly means: Branch['means'] | undefined;
}

export const buildGraph = (workflow: Workflow): Graph => new Graph(workflow);

/**
 * The steps and links of a workflow. A key means the first step that has it; a later step with the
 * key is a duplicate, and no link leads to or from it.
 */
export class Graph {
  readonly workflow: Workflow;
  readonly links: readonly Link[];
  /** In array order, duplicates left out. */
  readonly triggers: readonly Step[];
  #steps: ReadonlyMap<string, Step> | undefined;
  readonly #outgoing: LinksOfSteps;
  #incoming: LinksOfSteps | undefined;
  #reachable: ReadonlySet<Step> | undefined;
  #cycles: readonly (readonly Step[])[] | undefined;

  constructor(workflow: Workflow) {
    const { steps = NONE, edges = NONE } = workflow;
    const links: Link[] = [];
    this.workflow = workflow;
    for (const edge of edges) {
      const { fromStep: from, toStep: to } = edge;
      if (from && to) links.push({ edge, from, to, means: meansOf(from, edge) });
    }
    this.links = links;
    this.triggers = steps.filter((step) => isTrigger(step) && !step.isDuplicate);
    this.#outgoing = linksBy('from', links);
  }

  /** The step of a key or alias. */
  step(key: string): Step | undefined {
    this.#steps ??= stepsByKey(this.workflow.steps ?? NONE);
    return this.#steps.get(key);
  }

  outgoing(step: Step): readonly Link[] {
    return this.#outgoing[step.index] ?? NONE;
  }

  incoming(step: Step): readonly Link[] {
    this.#incoming ??= linksBy('to', this.links);
    return this.#incoming[step.index] ?? NONE;
  }

  /** The given steps, and all steps that they lead to. @param follows whether by a link. */
  reaches(starts: readonly Step[], follows?: (link: Link) => boolean): ReadonlySet<Step> {
    const seen = new Set(starts);
    // A Set iterates over elements that are added meanwhile, so it is the queue as well.
    for (const step of seen)
      for (const link of this.outgoing(step)) if (follows?.(link) !== false) seen.add(link.to);
    return seen;
  }

  /** All steps that some trigger leads to by links, triggers included. */
  get reachable(): ReadonlySet<Step> {
    this.#reachable ??= this.reaches(this.triggers);
    return this.#reachable;
  }

  /** The steps of each cycle, in array order; also one step with a link to itself. */
  get cycles(): readonly (readonly Step[])[] {
    this.#cycles ??= findCycles(this);
    return this.#cycles;
  }
}

/** By the index of a step. */
type LinksOfSteps = readonly (readonly Link[] | undefined)[];

function linksBy(end: 'from' | 'to', links: readonly Link[]): LinksOfSteps {
  const found: (Link[] | undefined)[] = [];
  for (const link of links) {
    const { index } = link[end];
    const own = found[index];
    if (own === undefined) found[index] = [link];
    else own.push(link);
  }
  return found;
}

function meansOf(from: Step, { type }: Edge): Link['means'] {
  if (from.spec.deletesContact) return undefined;
  const means = meaningOf(from, type);
  return means === 'timedOut' && isWait(from) && !hasTimeout(from) ? undefined : means;
}

/** The steps that are reached by an edge, and not without it. */
export function stepsBehind(edge: Edge, graph: Graph): readonly Step[] {
  const without = graph.reaches(graph.triggers, (link) => link.edge !== edge);
  return [...graph.reachable].filter((step) => !without.has(step));
}

/** The types that no link leaves a step by, and that contacts can leave it by. */
export function freeTypes(step: Step, graph: Graph): readonly string[] {
  const used = graph.outgoing(step).map(({ edge }) => edge.type);
  return step.spec.branches
    .filter(({ type, means }) => !used.includes(type) && (means !== 'timedOut' || hasTimeout(step)))
    .map(({ type }) => type);
}

/** Strongly connected components (Kosaraju's algorithm), without recursion: in linear time. */
function findCycles(graph: Graph): readonly (readonly Step[])[] {
  if (graph.links.every(({ from, to }) => from.index < to.index)) return NONE;
  const found: (readonly Step[])[] = [];
  const seen = new Set<Step>();
  for (const start of searchOrder(graph).reverse()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const component = [start];
    for (const step of component)
      for (const { from } of graph.incoming(step)) {
        if (!seen.has(from)) component.push(from);
        seen.add(from);
      }
    const isLoop = graph.outgoing(start).some(({ to }) => to === start);
    if (component.length > 1 || isLoop) found.push(component.sort((a, b) => a.index - b.index));
  }
  return found.sort(([a], [b]) => (a as Step).index - (b as Step).index);
}

/** The steps in the order in which a search, depth first, has left them. */
function searchOrder(graph: Graph): Step[] {
  const order: Step[] = [];
  const seen = new Set<Step>();
  const open = (graph.workflow.steps ?? NONE).map((step) => ({ step, isLeft: false }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { step, isLeft } = next;
    if (isLeft) order.push(step);
    if (isLeft || seen.has(step)) continue;
    seen.add(step);
    open.push({ step, isLeft: true });
    for (const { to } of graph.outgoing(step)) open.push({ step: to, isLeft: false });
  }
  return order;
}

/** The first item of each key; none where it is undefined. */
export function firstBy<T, K>(
  items: Iterable<T>,
  keyOf: (item: T) => K | undefined,
): ReadonlyMap<K | undefined, T> {
  const first = new Map<K | undefined, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && !first.has(key)) first.set(key, item);
  }
  return first;
}

/** The items of each key, in their order. */
export function groupBy<T, K>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
): Map<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
