/** A workflow as boxes and lines, with its findings at their places. Not laid out. */
import { asWritten } from '../../core/document/bind.ts';
import { buildGraph, type Link } from '../../core/graph/graph.ts';
import { conditionOf } from '../../core/model/condition.ts';
import { conditionText } from '../../core/model/condition-text.ts';
import { configText, eventNameOf, templateOf, writesOf } from '../../core/model/config.ts';
import { formatDuration, hasTimeout, secondsOf } from '../../core/model/duration.ts';
import type { Finding, Severity } from '../../core/model/finding.ts';
import { isCondition, isEmail, isTrigger, isWait } from '../../core/model/step-type.ts';
import { isUuid, labelOfWorkflow, plural, truncate } from '../../core/model/text.ts';
import type { Edge, Step, Workflow } from '../../core/model/workflow.ts';

export type Look = 'start' | 'email' | 'time' | 'branch' | 'act' | 'ghost' | 'workflow';

/** A finding at its place; without a severity, a place that a finding names. */
export interface Mark {
  readonly severity: Severity | undefined;
  readonly rule: string;
  readonly text: string;
  readonly fingerprint: string;
}

export interface PictureNode {
  readonly id: string;
  readonly look: Look;
  /** `Email · hello`. */
  readonly caption: string;
  readonly title: string;
  readonly details: readonly string[];
  readonly marks: readonly Mark[];
  /** The key of a step. */
  readonly key?: string;
  /** No contact comes to it. */
  readonly isUnreachable?: boolean;
}

export interface PictureLink {
  readonly from: string;
  readonly to: string;
  /** `yes`, `no`; blank for the only way. */
  readonly label: string;
  /** `a → b (default)`. */
  readonly name: string;
  readonly marks: readonly Mark[];
  readonly isDashed?: boolean;
}

export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly nodes: readonly PictureNode[];
  readonly links: readonly PictureLink[];
  /** `list`: there are too many lines to draw; `columns`: starts at the left. */
  readonly layout: 'ranks' | 'list' | 'columns';
  /** Findings about the whole. */
  readonly marks: readonly Mark[];
  /** What is left out. */
  readonly notes: readonly string[];
}

const MOST_STEPS = 200;
/** Of more, the layout takes seconds, and nobody can follow the lines. */
const MOST_LINKS = 300;

const LABELS: Readonly<Record<NonNullable<Link['means']>, string>> = {
  ...{ always: '', met: 'yes', notMet: 'no', received: 'received', timedOut: 'timeout' },
};

export function pictureOf(given: Workflow, findings: readonly Finding[]): Picture {
  const workflow = asWritten(given);
  const { steps = [], edges = [] } = workflow;
  const graph = buildGraph(workflow);
  const marks = marksOf(given, findings);
  const shown = steps.slice(0, MOST_STEPS);
  const nodes = shown.map((step) => ({
    ...nodeOf(step, marks.get(step.pointer) ?? []),
    isUnreachable: graph.triggers.length > 0 && !graph.reachable.has(step),
  }));
  const ghosts = new Map<string, PictureNode>();
  const idAt = (key: string | undefined): string | undefined => {
    const step = key === undefined ? undefined : graph.step(key);
    if (step !== undefined) return step.index < MOST_STEPS ? idOf(step) : undefined;
    const name = key ?? '?';
    const ghost = ghosts.get(name) ?? ghostOf(`x${ghosts.size}`, name);
    ghosts.set(name, ghost);
    return ghost.id;
  };
  const means = new Map(graph.links.map((link) => [link.edge.index, link.means]));
  const links = edges.flatMap((edge): readonly PictureLink[] => {
    const [from, to] = [idAt(edge.from), idAt(edge.to)];
    if (from === undefined || to === undefined) return [];
    const label = LABELS[means.get(edge.index) ?? 'always'] || typeIn(edge);
    return [{ from, to, label, name: nameOfEdge(edge), marks: marks.get(edge.pointer) ?? [] }];
  });
  const left = steps.length - shown.length;
  const counts = [plural(steps.length, 'step'), plural(edges.length, workflow.edgeNoun)];
  return {
    title: workflow.name ?? workflow.id ?? labelOfWorkflow(workflow),
    subtitle: [workflow.status ?? [], ...counts].flat().join(' · '),
    nodes: [...nodes, ...ghosts.values()],
    links: links.length > MOST_LINKS ? [] : links,
    layout: links.length > MOST_LINKS ? 'list' : 'ranks',
    marks: marks.get(workflow.pointer) ?? [],
    notes: [
      ...(workflow.steps === undefined ? ['its steps were not loaded or cannot be read'] : []),
      ...(left > 0 ? [`${plural(left, 'more step')}, not drawn`] : []),
      ...(links.length > MOST_LINKS
        ? [`${plural(links.length, workflow.edgeNoun)}: too many to draw, so the steps are listed`]
        : []),
    ],
  };
}

const idOf = ({ index }: Step): string => `s${index}`;

/** The type of an edge, where it is not the usual one. */
const typeIn = ({ type = '' }: Edge): string => (type === 'default' ? '' : type);

const nameOfEdge = ({ from = '?', to = '?', type = '?' }: Edge): string =>
  `${from} → ${to} (${type})`;

const ghostOf = (id: string, name: string): PictureNode => ({
  ...{ id, look: 'ghost', caption: 'no such step', title: name, details: [], marks: [] },
});

function nodeOf(step: Step, marks: readonly Mark[]): PictureNode {
  const { key, spec, type, index } = step;
  const caption = spec.isKnown ? spec.caption : (type ?? 'step without a type');
  const [title, ...details] = factsOf(step);
  const name = key === undefined ? `#${index + 1}` : isUuid(key) ? `${key.slice(0, 8)}…` : key;
  return {
    ...{ id: idOf(step), look: lookOf(step), caption: `${caption} · ${name}`, marks, details },
    title: title ?? name,
    ...(key !== undefined && { key }),
  };
}

function lookOf(step: Step): Look {
  if (isTrigger(step)) return 'start';
  if (isEmail(step)) return 'email';
  if (isCondition(step)) return 'branch';
  return step.spec.length === undefined ? 'act' : 'time';
}

/** What a step does: the main value, then others. */
function factsOf(step: Step): readonly string[] {
  const condition = conditionOf(step)?.root;
  const rule = condition && (conditionText(condition) ?? 'several conditions');
  const seconds = secondsOf(step);
  if (isEmail(step)) {
    const subject = configText(step, 'subject');
    const template = templateOf(step);
    const details = template === undefined ? [] : [`template ${template}`];
    return [...(subject === undefined ? [] : [subject]), ...details];
  }
  if (isWait(step)) {
    const limit = seconds === undefined ? [] : [`at most ${formatDuration(seconds)}`];
    const filter = rule === undefined ? [] : [`if ${rule}`];
    const end = hasTimeout(step) ? limit : ['without a timeout'];
    return [eventNameOf(step) ?? 'no event', ...end, ...filter];
  }
  if (rule !== undefined) return [rule];
  if (step.spec.length !== undefined)
    return [seconds === undefined ? 'an unknown time' : formatDuration(seconds)];
  if (step.spec.deletesContact) return ['the run ends here'];
  const written = writesOf(step).map(([name]) => name);
  if (written.length > 0) return [`sets ${written.join(', ')}`];
  return [eventNameOf(step) ?? configText(step, 'segment_id') ?? []].flat();
}

const LONGEST_MARK = 120;

/** Findings by the pointer of the step, edge or workflow that they are about. */
function marksOf(
  workflow: Workflow,
  findings: readonly Finding[],
): ReadonlyMap<string, readonly Mark[]> {
  const { input } = workflow.document;
  const nodes = [...(workflow.steps ?? []), ...(workflow.edges ?? []), workflow];
  const marks = new Map(nodes.map(({ pointer }) => [pointer, [] as Mark[]]));
  const add = (pointer: string, mark: Mark): void => {
    let at = pointer;
    // The place of a finding may be a field of the node.
    while (!marks.has(at) && at !== '') at = at.slice(0, at.lastIndexOf('/'));
    marks.get(at)?.push(mark);
  };
  for (const finding of findings) {
    const { rule, severity, message, fingerprint, location, related } = finding;
    if (finding.input !== input) continue;
    const text = truncate(message, LONGEST_MARK);
    add(location.pointer, { severity, rule, text, fingerprint });
    for (const { location: other } of related)
      if (other.source === location.source && other.pointer !== location.pointer)
        add(other.pointer, { severity: undefined, rule, text: `see ${rule}`, fingerprint });
  }
  return marks;
}
