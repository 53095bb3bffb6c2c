/** Which event starts which workflow, and which one waits for it. */
import { configText, eventNameOf } from '../../core/model/config.ts';
import type { Finding } from '../../core/model/finding.ts';
import { isEmail, isTrigger } from '../../core/model/step-type.ts';
import { plural } from '../../core/model/text.ts';
import type { Document, Workflow } from '../../core/model/workflow.ts';
import type { Mark, Picture, PictureLink, PictureNode } from './picture.ts';

const MOST = 200;

export function pictureOfEvents(
  documents: readonly Document[],
  findings: readonly Finding[],
): Picture {
  const workflows = documents.flatMap((document) =>
    document.workflows.filter(({ isFragment }) => !isFragment),
  );
  const shown = workflows.slice(0, MOST);
  const nodes: PictureNode[] = shown.map((workflow, i) => workflowNode(workflow, i, findings));
  const events = new Map<string, PictureNode>();
  const add = (name: string, node: Omit<PictureNode, 'id' | 'title'>): PictureNode => {
    const known = events.get(name) ?? { ...node, id: `e${events.size}`, title: name };
    events.set(name, known);
    return known;
  };
  for (const { name, schema } of documents.flatMap((document) => document.events).slice(0, MOST)) {
    const details =
      schema === null || schema.size === 0 ? [] : [`with ${[...schema.keys()].join(', ')}`];
    if (name !== undefined) add(name, { look: 'start', caption: 'Event', details, marks: [] });
  }
  const hasDefinitions = events.size > 0;
  const links = shown.flatMap((workflow, i) =>
    eventsOf(workflow).map(([name, isDashed]): PictureLink => {
      const look = hasDefinitions ? 'ghost' : 'start';
      const caption = hasDefinitions ? 'no such event' : 'Event';
      const { id } = add(name, { look, caption, details: [], marks: [] });
      const edge = `${name} → ${nameOf(workflow)}`;
      return { from: id, to: `w${i}`, label: '', name: edge, marks: [], isDashed };
    }),
  );
  const byId = new Map(Array.from(events.values(), (event) => [event.id, event]));
  const used = [...new Set(links.flatMap(({ from }) => byId.get(from) ?? []))];
  const left = workflows.length - shown.length;
  return {
    title: 'Events and workflows',
    subtitle: `${plural(events.size, 'event')} · ${plural(workflows.length, 'workflow')}`,
    // Those that do nothing last.
    nodes: [
      ...used,
      ...[...events.values()].filter((each) => !links.some(({ from }) => from === each.id)),
      ...nodes,
    ],
    links,
    layout: 'columns',
    marks: [],
    notes: [
      'a solid line: the event starts the workflow; a dashed one: the workflow waits for it',
      ...(left > 0 ? [`${plural(left, 'more workflow')}, not drawn`] : []),
    ],
  };
}

const nameOf = ({ name, id }: Workflow): string => name ?? id ?? 'unnamed';

/** Each event once, and whether it is only awaited. */
function eventsOf({ steps = [] }: Workflow): readonly (readonly [string, boolean])[] {
  const found = new Map<string, boolean>();
  for (const step of steps) {
    const name = eventNameOf(step);
    if (name !== undefined && !found.has(name)) found.set(name, !isTrigger(step));
  }
  return [...found];
}

function workflowNode(
  workflow: Workflow,
  index: number,
  findings: readonly Finding[],
): PictureNode {
  const { steps = [], status, document, pointer } = workflow;
  const emails = steps.filter(isEmail).map((step) => configText(step, 'subject') ?? step.key ?? '');
  const own = findings.filter(
    ({ input, location }) =>
      input === document.input && `${location.pointer}/`.startsWith(`${pointer}/`),
  );
  return {
    ...{ id: `w${index}`, look: 'workflow', title: nameOf(workflow) },
    caption: ['Workflow', status ?? []].flat().join(' · '),
    details: emails.map((subject) => `sends ${subject}`),
    marks: own.map((finding): Mark => ({ ...finding, text: finding.message })),
  };
}
