import type { Box, Mark } from '../../core/drawing/scene.ts';
import { buildGraph, buildRecoveredGraph, type Graph } from '../../core/graph/graph.ts';
import { hasTimeout } from '../../core/model/duration.ts';
import { type Finding, SEVERITIES } from '../../core/model/finding.ts';
import { shortKey } from '../../core/model/label.ts';
import type { Edge, Step, Workflow } from '../../core/model/nodes.ts';
import { isFork, isTrigger } from '../../core/model/step-type.ts';
import { pluralize, truncate, truncateMiddle } from '../../core/model/text.ts';
import { chooseSteps } from './drawn-steps.ts';
import { isOwn, marksOf } from './marks.ts';

/** The content of a picture before the layout: plain data with raw text of the workflow. */
export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly nodes: readonly PictureNode[];
  readonly links: readonly PictureLink[];
  /** Findings at the workflow itself. */
  readonly marks: readonly Mark[];
  /** The omitted parts, as text. */
  readonly notes: readonly string[];
}

export interface PictureNode {
  /** `s3` is the step of index 3. */
  readonly id: string;
  readonly kind: Box['kind'];
  /** Type of the step, unchecked, or the kind. */
  readonly type: string;
  readonly facts: Facts;
  /** The key, shortened when it is a UUID. */
  readonly name: string;
  /** The full key. */
  readonly key: string;
  /** Index of the step in its workflow. */
  readonly step?: number;
  /** It is unreachable, although there is a trigger. */
  readonly apart: boolean;
  readonly marks: readonly Mark[];
}

/** The texts of a step in a picture: raw text of the workflow, which printers escape and cut. */
interface Facts {
  /** The name of its type: "Wait for event". */
  readonly caption: string;
  /** Conditions decide about contacts, so they are not shortened. */
  readonly decides: boolean;
  /** The main property: the subject, the event, the length. */
  readonly main: string;
  readonly details: readonly string[];
}

export interface PictureLink {
  readonly from: string;
  readonly to: string;
  /** Index of the edge in its workflow. */
  readonly edge?: number;
  readonly label: string;
  /** Of an edge, if the label has another name for it. */
  readonly type?: string;
  /** An end is missing, or not drawn. */
  readonly broken: boolean;
  readonly marks: readonly Mark[];
}

/** Includes edges to exits and to likely targets of wrong keys. Mermaid does not draw more. */
const MAX_LINKS = 500;

/**
 * A workflow as a picture: each step and edge once, and a placeholder for each end that is not a step. Bounded in size.
 * @param findings findings on other workflows are ignored.
 */
export function pictureOf(workflow: Workflow, findings: readonly Finding[] = []): Picture {
  const graph = buildGraph(workflow);
  // A wrong key is drawn as written, but the steps after it count as reachable, as in rules.
  const recovered = buildRecoveredGraph(workflow);
  const { steps, edges } = workflow;
  const marks = marksOf(workflow, findings);
  const drawn = chooseSteps(graph);
  const hasStart = steps.some((step) => isTrigger(step) && !graph.isDuplicate(step));
  const isApart = (step: Step | undefined): boolean =>
    hasStart && step !== undefined && !recovered.isReachable(step);
  const sketch: Sketch = { graph, drawn, isApart, nodes: new Map(), links: [], ghosts: new Map() };
  for (const step of steps) {
    if (!drawn.has(step)) continue;
    const own = marks.steps.get(step.index) ?? [];
    sketch.nodes.set(`s${step.index}`, nodeOf(step, isApart(step), own));
  }
  for (const edge of edges) addEdge(sketch, edge, marks.edges.get(edge.index) ?? []);
  const missing = { steps: steps.length - drawn.size, edges: edges.length - sketch.links.length };
  addExits(sketch);
  addGuesses(sketch, recovered.guesses);
  return {
    title: workflow.name ?? workflow.id ?? 'Unnamed workflow',
    subtitle: subtitleOf(workflow, findings),
    nodes: [...sketch.nodes.values()],
    links: sketch.links,
    marks: marks.workflow,
    notes: notesOf(workflow, missing),
  };
}

/** A picture that is being made. */
interface Sketch {
  readonly graph: Graph;
  readonly drawn: ReadonlySet<Step>;
  readonly isApart: (step: Step | undefined) => boolean;
  readonly nodes: Map<string, PictureNode>;
  readonly links: PictureLink[];
  /** The nodes of unknown keys. */
  readonly ghosts: Map<string, string>;
}

/** A node that is no step. Returns its id. */
function addExtra({ nodes }: Sketch, { id, kind, main, key = '', apart }: Extra): string {
  const caption = kind === 'ghost' ? 'Missing' : '';
  const facts = { caption, main, details: [], decides: false };
  const node = { id, kind, type: kind, facts, name: shortKey(key), key, apart, marks: [] };
  if (!nodes.has(id)) nodes.set(id, node);
  return id;
}

interface Extra extends Pick<PictureNode, 'id' | 'apart'> {
  readonly kind: 'ghost' | 'more' | 'jump';
  readonly main: string;
  readonly key?: string;
}

/** The link of an edge, if an end is drawn. */
function addEdge(sketch: Sketch, edge: Edge, marks: readonly Mark[]): void {
  const { graph, drawn, isApart, links } = sketch;
  const [source, target] = [graph.source(edge), graph.target(edge)];
  const hasSource = source !== undefined && drawn.has(source);
  const hasTarget = target !== undefined && drawn.has(target);
  // Edges between two unknown steps have no step, so they are omitted when steps are omitted.
  const isWhole = drawn.size === graph.workflow.steps.length;
  const isBetween = source === undefined && target === undefined && isWhole;
  if ((!hasSource && !hasTarget && !isBetween) || links.length === MAX_LINKS) return;
  const apart = isApart(source ?? target);
  const endOf = (step: Step | undefined, key: string | undefined, isStart: boolean): string => {
    if (step === undefined)
      return addGhost(sketch, key, { id: `x${edge.index}${isStart ? 'a' : 'b'}`, apart });
    if (drawn.has(step)) return `s${step.index}`;
    const [id, main] = isStart
      ? [`b${target?.index}`, 'more before']
      : [`a${source?.index}`, 'more after'];
    return addExtra(sketch, { id, kind: 'more', main, apart });
  };
  links.push({
    from: endOf(source, edge.from, true),
    to: endOf(target, edge.to, false),
    edge: edge.index,
    ...labelOfLink(edge, source),
    broken: !hasSource || !hasTarget,
    marks,
  });
}

/** A placeholder for an end that is not a step; one for each key. */
function addGhost(
  sketch: Sketch,
  key: string | undefined,
  { id, apart }: Pick<PictureNode, 'id' | 'apart'>,
): string {
  const { ghosts } = sketch;
  if (key === undefined)
    return addExtra(sketch, { id, kind: 'ghost', main: 'no end given', apart });
  const ghost = ghosts.get(key) ?? `x${ghosts.size}`;
  ghosts.set(key, ghost);
  return addExtra(sketch, { id: ghost, kind: 'ghost', main: 'no such step', key, apart });
}

/** The branches by which contacts leave the workflow. */
function addExits(sketch: Sketch): void {
  const { graph, drawn, isApart, links } = sketch;
  for (const step of drawn)
    for (const type of unconnected(step, graph)) {
      if (links.length === MAX_LINKS) break;
      const id = `o${step.index}${type}`;
      const apart = isApart(step);
      const to = addExtra(sketch, { id, kind: 'jump', main: 'contact leaves', apart });
      const label = labelOfBranch(type, step);
      links.push({ from: `s${step.index}`, to, label, type, broken: true, marks: [] });
    }
}

/** Lines from unknown keys to the steps that are probably meant. */
function addGuesses(
  { graph, drawn, ghosts, links }: Sketch,
  guesses: ReadonlyMap<string, Step>,
): void {
  for (const [key, step] of guesses) {
    const ghost = ghosts.get(key);
    if (ghost === undefined || !drawn.has(step) || links.length === MAX_LINKS) continue;
    const isTarget = graph.workflow.edges.some(({ to }) => to === key);
    const [from, to] = isTarget ? [ghost, `s${step.index}`] : [`s${step.index}`, ghost];
    links.push({ from, to, label: 'probably', broken: true, marks: [] });
  }
}

/** The branches of a step without an edge, if other branches have one: contacts leave the workflow there. */
function unconnected(step: Step, graph: Graph): readonly string[] {
  if (!isFork(step) || graph.isDuplicate(step)) return [];
  // Includes edges to unknown steps.
  const own = graph.workflow.edges.filter((edge) => graph.source(edge) === step);
  const taken = new Set(own.map(({ type }) => type));
  if (taken.size === 0) return [];
  return step.spec.branches
    .filter(({ type, means }) => !taken.has(type) && (means !== 'timedOut' || hasTimeout(step)))
    .map(({ type }) => type);
}

function nodeOf(step: Step, apart: boolean, marks: readonly Mark[]): PictureNode {
  const { index, key = `#${index + 1}`, type = '' } = step;
  const facts = factsOf(step);
  const name = shortKey(key);
  return { id: `s${index}`, kind: 'step', type, facts, name, key, step: index, apart, marks };
}

export function factsOf(step: Step): Facts {
  const [main = '', ...details] = step.spec.summarize(step).map((line) => truncate(line, 400));
  const caption = step.type === undefined ? 'Step' : step.spec.caption;
  return { caption, main, details, decides: step.spec.rule !== undefined };
}

/** Branches have their type; the edge of a step without branches needs no label. */
function labelOfLink(
  { type: given }: Edge,
  from: Step | undefined,
): Pick<PictureLink, 'label' | 'type'> {
  const branches = from !== undefined && isFork(from);
  if (given === undefined || (given === 'default' && !branches)) return { label: '' };
  const type = truncateMiddle(given, 400);
  return { label: labelOfBranch(type, from), type };
}

/** The answer that a branch of a condition is taken by; of others, their type. */
function labelOfBranch(type: string, from: Step | undefined): string {
  const branch = from?.spec.branches.find((each) => each.type === type);
  if (branch?.means === 'met') return 'yes';
  return branch?.means === 'notMet' ? 'no' : type;
}

function subtitleOf(workflow: Workflow, findings: readonly Finding[]): string {
  const { status, steps, edges } = workflow;
  const own = findings.filter((finding) => isOwn(workflow, finding));
  const parts = [pluralize(steps.length, 'step'), pluralize(edges.length, 'edge')];
  for (const severity of SEVERITIES) {
    const total = own.filter((finding) => finding.severity === severity).length;
    if (total > 0) parts.push(pluralize(total, severity));
  }
  return [...(status === undefined ? [] : [truncate(status, 40)]), ...parts].join(' · ');
}

function notesOf(
  { steps, hasSteps, summaryOnly }: Workflow,
  missing: { readonly steps: number; readonly edges: number },
): readonly string[] {
  if (summaryOnly || !hasSteps) return ['The steps of this workflow are not known.'];
  if (steps.length === 0) return ['This workflow has no steps.'];
  const total = missing.steps + missing.edges;
  if (total === 0) return [];
  const parts = [
    ...(missing.steps === 0 ? [] : [pluralize(missing.steps, 'step')]),
    ...(missing.edges === 0 ? [] : [pluralize(missing.edges, 'edge')]),
  ];
  return [
    `${parts.join(' and ')} ${total === 1 ? 'is' : 'are'} not drawn: the workflow is too large for one picture.`,
  ];
}
