import type { Mark } from '../../core/drawing/scene.ts';
import {
  type Finding,
  type Location,
  SEVERITIES,
  type Severity,
} from '../../core/model/finding.ts';
import { addTo, groupBy } from '../../core/model/groups.ts';
import { shortKey } from '../../core/model/label.ts';
import type { Edge, Step, Workflow } from '../../core/model/nodes.ts';
import { nodeWithin } from '../../core/model/place.ts';
import { takeFirst, truncateMiddle } from '../../core/model/text.ts';

interface Marks {
  readonly workflow: readonly Mark[];
  /** By index. */
  readonly steps: ReadonlyMap<number, readonly Mark[]>;
  readonly edges: ReadonlyMap<number, readonly Mark[]>;
}

/** The places where findings of a workflow are drawn: their own and the related ones. */
export function marksOf(workflow: Workflow, findings: readonly Finding[]): Marks {
  const own: Mark[] = [];
  const steps = new Map<number, Mark[]>();
  const edges = new Map<number, Mark[]>();
  const add = (node: Workflow | Step | Edge, mark: Mark): void => {
    if (node.kind === 'workflow') own.push(mark);
    else addTo(node.kind === 'step' ? steps : edges, node.index, mark);
  };
  for (const finding of findings) {
    const named = new Set<Workflow | Step | Edge>();
    if (isOwn(workflow, finding)) {
      const node = nodeWithin(workflow, finding.location.pointer);
      add(node, toMark(finding));
      named.add(node);
    }
    for (const { location, message } of finding.related) {
      if (!isWithin(workflow, location)) continue;
      const node = nodeWithin(workflow, location.pointer);
      if (node.kind === 'workflow' || named.has(node)) continue;
      named.add(node);
      const text = `${message}: ${finding.message}`;
      add(node, { ...toMark(finding), message: text, also: true });
    }
  }
  return { workflow: own, steps, edges };
}

export function toMark({ rule, severity, message, fingerprint }: Finding): Mark {
  return { rule, severity, message, fingerprint, also: false };
}

/** Those of the findings of a run that the picture of a workflow may show. */
export const findingsAbout = (
  workflow: Workflow,
  findings: readonly Finding[],
): readonly Finding[] =>
  findings.filter(
    (finding) =>
      finding.workflow === workflow.ref ||
      [finding, ...finding.related].some(({ location }) => isWithin(workflow, location)),
  );

/** Whether a finding is about this workflow. Findings of other runs are matched by place and names. */
export function isOwn(workflow: Workflow, { workflow: owner, location }: Finding): boolean {
  const { ref } = workflow;
  if (owner === undefined || owner === ref) return owner === ref;
  return owner.id === ref.id && owner.name === ref.name && isWithin(workflow, location);
}

function isWithin({ document, pointer }: Workflow, location: Location): boolean {
  if (location.source !== document.source) return false;
  if (location.pointer !== pointer && !location.pointer.startsWith(`${pointer}/`)) return false;
  // In JSON Lines every line has its own root.
  const { line } = document;
  return line === 1 || location.region === undefined || location.region.startLine === line;
}

/** The worst severity among the marks of findings at this place. */
export function worstOf(marks: readonly Mark[]): Severity | undefined {
  const own = marks.filter(({ also }) => !also);
  return SEVERITIES.find((wanted) => own.some(({ severity }) => severity === wanted));
}

/** Own marks before those of findings elsewhere, each with the worst first; otherwise in the given order. */
function worstFirst(marks: readonly Mark[]): readonly Mark[] {
  const rankOf = ({ severity, also }: Mark): number =>
    SEVERITIES.indexOf(severity) + (also ? SEVERITIES.length : 0);
  return marks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A mark in one line of text: `error dangling-edge: the edge leads …`. */
export function formatMark({ severity, rule, message }: Mark): string {
  return `${severity} ${rule}: ${message}`;
}

/** Marks of one rule as one, with its text: `unknown-variable ×5: product_name, price, …`. */
export interface MarkGroup extends Mark {
  readonly text: string;
}

/** At one place; the last is the number of the others. */
const MAX_MARKS = 4;

/** The worst first. @param shown what the box says already: the key of the step, and its main text. */
export function groupMarks(
  marks: readonly Mark[],
  shown: readonly string[] = [],
): readonly MarkGroup[] {
  const groups = groupBy(worstFirst(marks), ({ severity, rule, also }) =>
    [severity, rule, also].join(' '),
  );
  const all = Array.from(groups.values(), (group): MarkGroup => {
    const mark = group[0] as Mark;
    const names = group.flatMap((each) => (each.also ? [] : (namedIn(each, shown) ?? [])));
    const { first, more } = takeFirst([...new Set(names)], 2);
    const cut = first.map((name) => truncateMiddle(shortKey(name), 28));
    const listed = more > 0 ? [...cut, '…'] : cut;
    const times = group.length === 1 ? '' : ` ×${group.length}`;
    const about = listed.length === 0 ? '' : `: ${listed.join(', ')}`;
    const text = `${mark.also ? 'see ' : ''}${mark.rule}${times}${about}`;
    return { ...mark, text, message: group.map(({ message }) => message).join('; ') };
  });
  if (all.length <= MAX_MARKS) return all;
  const others = all.slice(MAX_MARKS - 1);
  const message = others.map(formatMark).join('; ');
  const last = { ...(others[0] as MarkGroup), text: `${others.length} more`, message };
  return [...all.slice(0, MAX_MARKS - 1), last];
}

/** The last name in a message is what is wrong: `event "user.created" has no property "price"`. */
function namedIn({ message }: Mark, shown: readonly string[]): string | undefined {
  const names = [...message.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);
  return names.findLast((name) => !shown.includes(name));
}
