import type { Graph } from '../graph/graph.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { Step, Workflow } from '../model/nodes.ts';
import { chooseSteps, type Focus } from './choose.ts';
import { type Facts, factsOf, labelOfLink, nameOfStep, shortKey } from './facts.ts';
import { isOwn, type Mark, marksOf } from './marks.ts';

/** What is to be drawn, before anything has a place: plain data with raw text of the workflow in it. */
export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly nodes: readonly PictureNode[];
  readonly links: readonly PictureLink[];
  /** Findings at the workflow itself. */
  readonly marks: readonly Mark[];
  /** What is not drawn, in words. */
  readonly notes: readonly string[];
}

export interface PictureNode {
  /** `s3` is the step of index 3. */
  readonly id: string;
  /** `ghost`: an end of an edge that is no step. `more`: where the workflow goes on beyond the picture. `jump`: where it goes on elsewhere in it. */
  readonly kind: 'step' | 'ghost' | 'more' | 'jump' | 'event' | 'workflow';
  /** Type of the step as it stands, or the kind. */
  readonly type: string;
  readonly facts: Facts;
  /** The key, shortened when it is a UUID. */
  readonly name: string;
  /** The key whole. */
  readonly key: string;
  /** Index of the step in its workflow. */
  readonly step?: number;
  /** No trigger leads to it, though there is one. */
  readonly apart: boolean;
  readonly marks: readonly Mark[];
}

export interface PictureLink {
  readonly from: string;
  readonly to: string;
  /** Index of the edge in its workflow. */
  readonly edge?: number;
  readonly label: string;
  /** An end is missing, or not drawn. */
  readonly broken: boolean;
  readonly marks: readonly Mark[];
}

export interface PictureOptions {
  /** Those that are to be drawn in; what is not about the workflow is left out. */
  readonly findings?: readonly Finding[] | undefined;
  readonly focus?: Focus | undefined;
}

// Beyond it no layout is quick, and no picture tells anything.
const MAX_EDGES = 300;
const MAX_STATUS = 40;

/** A workflow as a picture: each step and each edge once, and a ghost for every end that is no step. Bounded, whatever the workflow. */
export function pictureOf(graph: Graph, { findings = [], focus }: PictureOptions = {}): Picture {
  const { workflow } = graph;
  const { steps, edges } = workflow;
  const marks = marksOf(workflow, findings);
  const drawn = chooseSteps(graph, focus);
  const hasStart = steps.some((step) => step.type === 'trigger' && !graph.isDuplicate(step));
  const isApart = (step: Step): boolean => hasStart && !graph.isReachable(step);

  const nodes: PictureNode[] = [];
  for (const step of steps) if (drawn.has(step)) nodes.push(nodeOf(step, isApart(step), marks.steps.get(step.index) ?? []));

  const strangers = new Map<string, string>();
  const extra = (id: string, kind: 'ghost' | 'more', main: string, key: string, apart: boolean): string => {
    nodes.push({ id, kind, type: kind, facts: { caption: kind === 'ghost' ? 'Missing' : '', main, details: [] }, name: shortKey(key), key, apart, marks: [] });
    return id;
  };
  const ghostOf = (key: string | undefined, edge: number, end: string, apart: boolean): string => {
    if (key === undefined) return extra(`x${edge}${end}`, 'ghost', 'no end given', '', apart);
    const known = strangers.get(key);
    if (known !== undefined) return known;
    const id = `x${strangers.size}`;
    strangers.set(key, id);
    return extra(id, 'ghost', 'no such step', key, apart);
  };
  const beyond = new Map<string, string>();
  const moreOf = (id: string, main: string, apart: boolean): string => {
    const known = beyond.get(id);
    if (known === undefined) beyond.set(id, extra(id, 'more', main, '', apart));
    return id;
  };

  const links: PictureLink[] = [];
  let leftOut = 0;
  for (const edge of edges) {
    const source = graph.source(edge);
    const target = graph.target(edge);
    const hasSource = source !== undefined && drawn.has(source);
    const hasTarget = target !== undefined && drawn.has(target);
    // Edges between two strangers belong to no step, so they are left out when steps are.
    const isDrawn = hasSource || hasTarget || (source === undefined && target === undefined && drawn.size === steps.length);
    if (!isDrawn || links.length === MAX_EDGES) {
      leftOut++;
      continue;
    }
    const near = source ?? target;
    const apart = near !== undefined && isApart(near);
    const from =
      source === undefined ? ghostOf(edge.from, edge.index, 'a', apart) : hasSource ? `s${source.index}` : moreOf(`b${target?.index}`, 'more before', apart);
    const to =
      target === undefined ? ghostOf(edge.to, edge.index, 'b', apart) : hasTarget ? `s${target.index}` : moreOf(`a${source?.index}`, 'more after', apart);
    const broken = !hasSource || !hasTarget;
    links.push({ from, to, edge: edge.index, label: labelOfLink(edge, source), broken, marks: marks.edges.get(edge.index) ?? [] });
  }
  return {
    title: titleOf(workflow),
    subtitle: subtitleOf(workflow, findings),
    nodes,
    links,
    marks: marks.workflow,
    notes: notesOf(workflow, steps.length - drawn.size, leftOut, focus !== undefined),
  };
}

function nodeOf(step: Step, apart: boolean, marks: readonly Mark[]): PictureNode {
  return {
    id: `s${step.index}`,
    kind: 'step',
    type: step.type ?? '',
    facts: factsOf(step),
    name: nameOfStep(step),
    key: step.key ?? `#${step.index + 1}`,
    step: step.index,
    apart,
    marks,
  };
}

function titleOf({ name, id }: Workflow): string {
  return name ?? id ?? 'Unnamed workflow';
}

function subtitleOf(workflow: Workflow, findings: readonly Finding[]): string {
  const { status, steps, edges } = workflow;
  const own = findings.filter((finding) => isOwn(workflow, finding));
  const total = (severity: Severity): number => own.filter((finding) => finding.severity === severity).length;
  const parts = [count(steps.length, 'step'), count(edges.length, 'edge')];
  for (const severity of ['error', 'warning', 'info'] as const) if (total(severity) > 0) parts.push(count(total(severity), severity));
  return [...(status === undefined ? [] : [status.slice(0, MAX_STATUS)]), ...parts].join(' · ');
}

function notesOf({ steps, hasSteps, summaryOnly }: Workflow, steps_: number, edges: number, focused: boolean): readonly string[] {
  if (summaryOnly || !hasSteps) return ['The steps of this workflow are not known.'];
  if (steps.length === 0) return ['This workflow has no steps.'];
  if (steps_ === 0 && edges === 0) return [];
  const what = [...(steps_ === 0 ? [] : [`${count(steps_, 'step')}`]), ...(edges === 0 ? [] : [count(edges, 'edge')])].join(' and ');
  return [`${what} ${steps_ + edges === 1 ? 'is' : 'are'} not drawn${focused ? '' : ': the workflow is too large for one picture'}.`];
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
