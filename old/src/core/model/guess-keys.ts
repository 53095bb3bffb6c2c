import { createNearNames, isSameSeries } from './nearest.ts';
import type { Edge, Step, Workflow } from './nodes.ts';
import { branchTypes, deletesContact, isFork, isTrigger } from './step-type.ts';

/** How edges use a key that resolves to no step. */
interface Use {
  readonly key: string;
  readonly edges: Edge[];
  isSource: boolean;
  isTarget: boolean;
}

type StepIndex = ReadonlyMap<string, Step>;

/** No step has the key `undefined`, so an edge without a key needs no check. */
export type StepOf = ReadonlyMap<string | undefined, Step>;

/** The step that each wrong key of an edge end most likely means, if there is exactly one. */
export function guessKeys({ steps, edges }: Workflow, index: StepIndex): ReadonlyMap<string, Step> {
  const uses = wrongKeys(edges, index);
  const guesses = new Map<string, Step>();
  if (uses.length === 0) return guesses;
  const stepOf: StepOf = index;
  const sources = new Set(edges.map(({ from }) => stepOf.get(from)));
  const targets = new Set(edges.map(({ to }) => stepOf.get(to)));
  const fits = (step: Step, { isSource, isTarget }: Use): boolean =>
    !(isTarget && targets.has(step)) && !(isSource && sources.has(step));
  const nameless = steps.filter(({ key }) => key === undefined);
  bindNameless(nameless, uses, guesses);
  const hasTrigger = steps.some(isTrigger);
  const nearNames = createNearNames(index.keys());
  for (const use of uses) {
    // Without a trigger, a key that no edge leads to is that of the trigger.
    const isLost = !hasTrigger && !use.isTarget;
    if (isLost || guesses.has(use.key) || isLoop(use)) continue;
    const meant = nearStep(use, index, nearNames(use.key), fits);
    if (meant !== undefined) guesses.set(use.key, meant);
  }
  const left = uses.filter(({ key }) => !guesses.has(key));
  const guessed = new Set(guesses.values());
  const unused = steps.filter(
    (step) => !sources.has(step) && !targets.has(step) && !guessed.has(step),
  );
  // A step renamed without its edges: they all use one key that no step has, and none uses another step.
  const [renamed, another] = left;
  const [step, second] = unused;
  if (renamed === undefined || another !== undefined || step === undefined || second !== undefined)
    return guesses;
  if (stepOf.get(step.key) === step && !isLoop(renamed) && isWholeName(step, renamed))
    guesses.set(renamed.key, step);
  return guesses;
}

/** Whether edges use a key as they use that of a step which lost its key. */
const isWholeName = (step: Step, { isSource, isTarget }: Use): boolean =>
  isTrigger(step) ? !isTarget : isTarget && (isSource || step.key === undefined);

/** The only step without a key has the only wrong key that edges use as such. */
function bindNameless(
  nameless: readonly Step[],
  uses: readonly Use[],
  guesses: Map<string, Step>,
): void {
  const [step, second] = nameless;
  if (step === undefined || second !== undefined) return;
  const whole = uses.filter((use) => isWholeName(step, use) && !isLoop(use));
  // Of several, one that edges lead to and from.
  const [use, another] = whole.length === 1 ? whole : whole.filter(({ isSource }) => isSource);
  if (use !== undefined && another === undefined) guesses.set(use.key, step);
}

type Ends = (Step | undefined)[];

/**
 * Binds the only edge without an end, which has its own finding: to the next step that no edge leads to, or from the nearest
 * earlier step that lacks an edge of its type.
 * @param ends by the index of their edge.
 */
export function bindLostEnd({ steps, edges }: Workflow, sources: Ends, targets: Ends): void {
  const [lost, other] = edges.filter(
    ({ index }) => sources[index] === undefined || targets[index] === undefined,
  );
  if (lost === undefined || other !== undefined) return;
  const { index, from, to, type } = lost;
  const [source, target] = [sources[index], targets[index]];
  if (to === undefined && source !== undefined) {
    const entered = new Set(targets);
    const free = steps.filter((step) => !isTrigger(step) && step !== source && !entered.has(step));
    targets[index] = free.find((step) => step.index > source.index) ?? free[0];
  } else if (from === undefined && target !== undefined) {
    const left = new Set(edges.map((edge) => `${sources[edge.index]?.index} ${edge.type}`));
    const types = (step: Step) => (isFork(step) ? branchTypes(step) : ['default']);
    sources[index] = steps.findLast(
      (step) =>
        step.index < target.index &&
        !deletesContact(step) &&
        types(step).includes(type as string) &&
        !left.has(`${step.index} ${type}`),
    );
  }
}

/** The steps by key. A key resolves to the first step that has it. */
export function indexSteps(steps: readonly Step[]): StepIndex {
  const index = new Map<string, Step>();
  for (const step of steps)
    if (step.key !== undefined && !index.has(step.key)) index.set(step.key, step);
  // The alpha sometimes gives a step both an id and a ref. Edges may use either; keys have priority.
  for (const step of steps)
    if (step.alias !== undefined && !index.has(step.alias)) index.set(step.alias, step);
  return index;
}

/** A self-loop is most likely not intended. */
const isLoop = ({ edges }: Use): boolean => edges.some(({ from, to }) => from === to);

function wrongKeys(edges: readonly Edge[], index: StepIndex): readonly Use[] {
  const uses = new Map<string, Use>();
  const note = (key: string, edge: Edge, end: 'isSource' | 'isTarget'): void => {
    let use = uses.get(key);
    if (use === undefined)
      uses.set(key, (use = { key, edges: [], isSource: false, isTarget: false }));
    use.edges.push(edge);
    use[end] = true;
  };
  for (const edge of edges) {
    const { from, to } = edge;
    if (from !== undefined && !index.has(from)) note(from, edge, 'isSource');
    if (to !== undefined && !index.has(to)) note(to, edge, 'isTarget');
  }
  return [...uses.values()].filter(({ key }) => key.trim() !== '');
}

/** The only step with a near key, or the clearly nearest of several. */
function nearStep(
  use: Use,
  index: StepIndex,
  near: readonly { readonly name: string; readonly distance: number }[],
  fits: (step: Step, use: Use) => boolean,
): Step | undefined {
  const stepOf: StepOf = index;
  const distances = new Map<Step | undefined, number>();
  for (const { name, distance } of near) {
    const step = index.get(name) as Step;
    if (use.isTarget && isTrigger(step)) continue;
    // "mail_2" is not a misspelling of "mail_1", unless it is the step that lacks such an edge.
    if (isSameSeries(name, use.key) && !fits(step, use)) continue;
    distances.set(step, Math.min(distance, distances.get(step) ?? distance));
  }
  // The edge would become a loop.
  for (const { from, to } of use.edges)
    for (const key of [from, to]) distances.delete(stepOf.get(key));
  const [first, second] = [...distances].sort(([, a], [, b]) => a - b);
  if (first === undefined) return undefined;
  return second === undefined || first[1] < second[1] ? first[0] : undefined;
}
