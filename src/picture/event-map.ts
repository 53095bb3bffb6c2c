import { eventNameOf, templateOf } from '../model/config.ts';
import type { Finding } from '../model/finding.ts';
import type { EventDefinition, Step, Workflow, WorkflowRef } from '../model/nodes.ts';
import { shortKey } from './facts.ts';
import { isOwn, type Mark, marksOf } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

/** What a map of events needs of a workflow: small, so that the workflow itself need not be kept. */
export interface EventUse {
  readonly workflow: WorkflowRef;
  readonly starts: readonly UsedEvent[];
  readonly waits: readonly UsedEvent[];
  /** Subjects or templates, in the order of the steps. */
  readonly sends: readonly string[];
  /** What else is found in it. */
  readonly marks: readonly Mark[];
}

interface UsedEvent {
  readonly event: string;
  /** At the steps that name it. */
  readonly marks: readonly Mark[];
  readonly steps: number;
}

export interface KnownEvents {
  /** Absent when nobody said which events there are. */
  readonly definitions: readonly Pick<EventDefinition, 'name' | 'schema'>[] | undefined;
  readonly findings: readonly Finding[];
}

// More than this is a list, not a map.
const MAX_WORKFLOWS = 150;
const MAX_EVENTS = 150;
const MAX_SENDS = 4;
const MAX_PROPERTIES = 4;
const SERVICE = 'resend:';

export function eventUseOf(workflow: Workflow, findings: readonly Finding[]): EventUse {
  const marks = marksOf(
    workflow,
    findings.filter((finding) => isOwn(workflow, finding)),
  );
  const told = new Set<Mark>();
  const used = (type: string): readonly UsedEvent[] => {
    const events = new Map<string, { marks: Mark[]; steps: number }>();
    for (const step of workflow.steps) {
      const event = step.type === type ? eventNameOf(step) : undefined;
      if (event === undefined) continue;
      const entry = events.get(event) ?? { marks: [], steps: 0 };
      events.set(event, entry);
      entry.steps++;
      for (const mark of marks.steps.get(step.index) ?? []) {
        if (mark.also) continue;
        entry.marks.push(mark);
        told.add(mark);
      }
    }
    return Array.from(events, ([event, entry]) => ({ event, ...entry }));
  };
  const starts = used('trigger');
  const waits = used('wait_for_event');
  const rest = [...marks.workflow, ...[...marks.steps.values()].flat(), ...[...marks.edges.values()].flat()];
  return {
    workflow: workflow.ref,
    starts,
    waits,
    sends: workflow.steps.filter(({ type }) => type === 'send_email').map(nameOfEmail),
    marks: rest.filter((mark) => !mark.also && !told.has(mark)),
  };
}

/** A map of which events start which workflows, which of them wait for which, and what is sent. */
export function eventMap(uses: readonly EventUse[], { definitions, findings }: KnownEvents): Picture {
  const known = new Map((definitions ?? []).flatMap((definition) => (definition.name === undefined ? [] : [[definition.name, definition] as const])));
  const shown = uses.slice(0, MAX_WORKFLOWS);
  const named = new Set([...shown.flatMap(({ starts, waits }) => [...starts, ...waits].map(({ event }) => event)), ...known.keys()]);
  const ids = new Map([...named].slice(0, MAX_EVENTS).map((event, i) => [event, `e${i}`]));
  const ofEvent = (event: string): readonly Mark[] =>
    findings
      .filter(({ workflow, event: name }) => workflow === undefined && name === event)
      .map(({ rule, severity, message, fingerprint }) => ({ rule, severity, message, fingerprint, also: false }));

  const nodes: PictureNode[] = Array.from(ids, ([event, id]) => {
    const definition = known.get(event);
    const isMissing = definitions !== undefined && definition === undefined && !event.startsWith(SERVICE);
    return {
      id,
      kind: isMissing ? 'ghost' : 'event',
      type: isMissing ? 'ghost' : 'event',
      facts: isMissing
        ? { caption: 'Missing', main: 'not defined', details: [] }
        : { caption: event.startsWith(SERVICE) ? 'Event of the service' : 'Event', main: event, details: propertiesOf(definition) },
      name: isMissing ? event : '',
      key: event,
      apart: false,
      marks: ofEvent(event),
    };
  });
  const links: PictureLink[] = [];
  for (const [i, use] of shown.entries()) {
    nodes.push(nodeOf(use, `w${i}`));
    const link = ({ event, marks, steps }: UsedEvent, label: string): void => {
      const from = ids.get(event);
      if (from !== undefined) links.push({ from, to: `w${i}`, label: steps > 1 ? `${label} (${steps} steps)` : label, broken: false, marks });
    };
    for (const start of use.starts) link(start, 'starts');
    for (const wait of use.waits) link(wait, 'waited for');
  }
  const left = [
    ...(uses.length > shown.length ? [`${uses.length - shown.length} more workflows are not drawn.`] : []),
    ...(named.size > ids.size ? [`${named.size - ids.size} more events are not drawn.`] : []),
    ...(definitions === undefined ? ['No event definitions were loaded: whether these events exist is not known.'] : []),
  ];
  const subtitle = [count(named.size, 'event'), count(uses.length, 'workflow')].join(' · ');
  return { title: 'Events and workflows', subtitle, nodes, links, marks: [], notes: left };
}

function nodeOf({ workflow: { name, id, status }, sends, marks }: EventUse, node: string): PictureNode {
  const shown = sends.slice(0, sends.length > MAX_SENDS ? MAX_SENDS - 1 : MAX_SENDS).map((email) => `sends ${email}`);
  const details = sends.length === 0 ? ['sends nothing'] : sends.length > shown.length ? [...shown, `… ${sends.length - shown.length} more emails`] : shown;
  const caption = status === undefined ? 'Workflow' : `Workflow, ${status.slice(0, 20)}`;
  return {
    id: node,
    kind: 'workflow',
    type: 'workflow',
    facts: { caption, main: (name ?? id ?? 'Unnamed workflow').slice(0, 400), details },
    name: '',
    key: name ?? id ?? '',
    apart: false,
    marks,
  };
}

function propertiesOf(definition: Pick<EventDefinition, 'schema'> | undefined): readonly string[] {
  const names = [...(definition?.schema?.keys() ?? [])];
  if (names.length === 0) return [];
  const rest = names.length > MAX_PROPERTIES ? ` … ${names.length - MAX_PROPERTIES} more` : '';
  return [`with ${names.slice(0, MAX_PROPERTIES).join(', ')}${rest}`.slice(0, 400)];
}

function nameOfEmail(step: Step): string {
  const subject = step.config['subject'];
  if (typeof subject === 'string' && subject.trim() !== '') return subject.slice(0, 200);
  const id = templateOf(step)?.id;
  return id === undefined ? 'an email without a template' : `template ${shortKey(id)}`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
