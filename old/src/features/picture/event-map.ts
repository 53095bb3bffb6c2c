import type { Mark } from '../../core/drawing/scene.ts';
import { eventNameOf, templateOf } from '../../core/model/config.ts';
import type { Finding, Location } from '../../core/model/finding.ts';
import { addTo, groupBy } from '../../core/model/groups.ts';
import { shortKey } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { EventDefinition, Step, Workflow } from '../../core/model/nodes.ts';
import { isEmail, isTrigger, isWait } from '../../core/model/step-type.ts';
import { pluralize, takeFirst, truncate, truncateMiddle } from '../../core/model/text.ts';
import { isOwn, marksOf, toMark } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

// Above this number, a map is not readable.
const MAX_DRAWN = 150;
/** Emails of a workflow, and properties of an event. */
const MAX_LISTED = 4;
const SERVICE = 'resend:';

/**
 * A map of events, of the workflows that they start, of the waits for them, and of the emails sent.
 * @param definitions absent when none were loaded.
 */
export function eventMap(
  workflows: readonly Workflow[],
  definitions: readonly EventDefinition[] | undefined,
  findings: readonly Finding[],
): Picture {
  const shown = workflows.slice(0, MAX_DRAWN);
  const known = new Map(definitions?.map((definition) => [definition.name, definition]));
  const named = new Set<string | undefined>([...shown.flatMap(eventsUsed), ...known.keys()]);
  named.delete(undefined);
  const isBroken = (event: string): boolean =>
    definitions !== undefined && !known.has(event) && !event.startsWith(SERVICE);
  const order = inOrder(
    [...named].flatMap((event) => event ?? []),
    isBroken,
  );
  const ids = new Map([...order.keys()].slice(0, MAX_DRAWN).map((event, i) => [event, `e${i}`]));
  const marksOfEvents = eventMarks(findings, definitions ?? []);
  const nodes = Array.from(ids, ([key = '', id]) => {
    const marks = marksOfEvents.get(key) ?? [];
    const near = order.get(key);
    return nodeOfEvent(
      { id, key, marks },
      known.get(key),
      isBroken(key) ? (near ?? '') : undefined,
    );
  });
  const links: PictureLink[] = [];
  for (const [i, workflow] of shown.entries()) {
    const own = findings.filter((finding) => isOwn(workflow, finding));
    const marks = marksOf(workflow, own);
    const ofEvents = linksOf(workflow, `w${i}`, marks, ids);
    links.push(...ofEvents);
    const onLinks = new Set(ofEvents.flatMap((link) => link.marks));
    const all = [marks.workflow, ...marks.steps.values(), ...marks.edges.values()].flat();
    const others = all.filter((mark) => !mark.also && !onLinks.has(mark));
    nodes.push(nodeOf(workflow, `w${i}`, others));
  }
  const [moreWorkflows, moreEvents] = [workflows.length - shown.length, named.size - ids.size];
  const notes = [
    ...(moreWorkflows > 0 ? [`${moreWorkflows} more workflows are not drawn.`] : []),
    ...(moreEvents > 0 ? [`${moreEvents} more events are not drawn.`] : []),
    ...(definitions === undefined
      ? ['No event definitions were loaded: whether these events exist is not known.']
      : []),
  ];
  const subtitle = [pluralize(named.size, 'event'), pluralize(workflows.length, 'workflow')].join(
    ' · ',
  );
  return { title: 'Events and workflows', subtitle, nodes, links, marks: [], notes };
}

/** Events without a definition first, each before the one with the nearest name; the value is that name. */
function inOrder(
  events: readonly string[],
  isBroken: (event: string) => boolean,
): ReadonlyMap<string, string | undefined> {
  const [broken, sound] = [events.filter(isBroken), events.filter((event) => !isBroken(event))];
  const order = new Map<string, string | undefined>();
  for (const event of broken) {
    const near = nearest(event, sound);
    order.set(event, near);
    if (near !== undefined && !order.has(near)) order.set(near, undefined);
  }
  for (const event of sound) if (!order.has(event)) order.set(event, undefined);
  return order;
}

/** The findings of event definitions, by event. */
function eventMarks(
  findings: readonly Finding[],
  definitions: readonly EventDefinition[],
): ReadonlyMap<string | undefined, readonly Mark[]> {
  const marks = new Map<string | undefined, Mark[]>();
  for (const finding of findings) {
    if (finding.workflow !== undefined) continue;
    addTo(marks, finding.event, toMark(finding));
    for (const { location } of finding.related) {
      const event = eventAt(definitions, location);
      if (event !== undefined && event !== finding.event)
        addTo(marks, event, { ...toMark(finding), also: true });
    }
  }
  return marks;
}

function nodeOfEvent(
  { id, key, marks }: Pick<PictureNode, 'id' | 'key' | 'marks'>,
  definition: EventDefinition | undefined,
  broken: string | undefined,
): PictureNode {
  const isOfService = key.startsWith(SERVICE);
  const shared = { id, key, apart: false, marks };
  if (broken !== undefined) {
    const main = broken === '' ? 'not defined' : `perhaps ${broken}`;
    const facts = { caption: 'Missing', main, details: [], decides: false };
    return { ...shared, kind: 'ghost', type: 'ghost', facts, name: key };
  }
  const caption = isOfService ? 'Event of the service' : 'Event';
  const facts = { caption, main: key, details: propertiesOf(definition), decides: false };
  return { ...shared, kind: 'event', type: 'event', facts, name: '' };
}

/** The links from events to the workflow that they start, or that waits for them. */
function linksOf(
  { steps }: Workflow,
  to: string,
  marks: ReturnType<typeof marksOf>,
  ids: ReadonlyMap<string | undefined, string>,
): readonly PictureLink[] {
  const uses = [
    ['starts', isTrigger],
    ['waited for', isWait],
  ] as const;
  return uses.flatMap(([label, isUse]) =>
    [...groupBy(steps.filter(isUse), eventNameOf)].flatMap(([event, own]) => {
      const from = ids.get(event);
      if (from === undefined) return [];
      const ofSteps = own.flatMap(({ index }) => marks.steps.get(index) ?? []);
      const direct = ofSteps.filter(({ also }) => !also);
      const text = own.length > 1 ? `${label} (${own.length} steps)` : label;
      return { from, to, label: text, broken: false, marks: direct };
    }),
  );
}

/** The name of the event definition at a place. */
function eventAt(
  definitions: readonly EventDefinition[],
  { source, pointer, region }: Location,
): string | undefined {
  const parent = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
  const found = definitions.filter(
    (each) => each.document.source === source && each.pointer === parent,
  );
  // In JSON Lines, definitions on all lines have the same pointer.
  const isOnLine = ({ document }: EventDefinition) => document.line === region?.startLine;
  return (found.length === 1 ? found[0] : found.find(isOnLine))?.name;
}

/** The events that start a workflow, then those it waits for. */
export function eventsUsed({ steps }: Workflow): readonly string[] {
  const using = [...steps.filter(isTrigger), ...steps.filter(isWait)];
  return using.map((step) => eventNameOf(step) ?? '').filter((event) => event !== '');
}

function nodeOf(workflow: Workflow, id: string, marks: readonly Mark[]): PictureNode {
  const { name, id: own, status, steps } = workflow;
  const key = name ?? own ?? '';
  const sends = steps.filter(isEmail).map((step) => `sends ${nameOfEmail(step)}`);
  const { first, more } = takeFirst(sends, sends.length > MAX_LISTED ? MAX_LISTED - 1 : MAX_LISTED);
  const details = more > 0 ? [...first, `… ${more} more emails`] : first;
  const facts = {
    caption: status === undefined ? 'Workflow' : `Workflow, ${truncate(status, 20)}`,
    main: truncateMiddle(key || 'Unnamed workflow', 400),
    details: sends.length === 0 ? ['sends nothing'] : details,
    decides: false,
  };
  return { id, kind: 'workflow', type: 'workflow', facts, name: '', key, apart: false, marks };
}

function propertiesOf(definition: Pick<EventDefinition, 'schema'> | undefined): readonly string[] {
  const { first, more } = takeFirst([...(definition?.schema?.keys() ?? [])], MAX_LISTED);
  if (first.length === 0) return [];
  return [truncate(`with ${first.join(', ')}${more > 0 ? ` … ${more} more` : ''}`, 400)];
}

function nameOfEmail(step: Step): string {
  const subject = step.config['subject'];
  if (typeof subject === 'string' && subject.trim() !== '') return truncate(subject, 200);
  const id = templateOf(step)?.id;
  return id === undefined ? 'an email without a template' : `template ${shortKey(id)}`;
}
