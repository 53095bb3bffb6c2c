import { eventNameOf, templateOf, textOf } from '../../core/model/config.ts';
import type { Region } from '../../core/model/finding.ts';
import { isObject } from '../../core/model/json.ts';
import type { Document, Step } from '../../core/model/nodes.ts';
import { placeOf, type Target } from '../../core/model/place.ts';
import { pathOfReference, referencesOf } from '../../core/model/references.ts';
import { isWait } from '../../core/model/step-type.ts';
import templates from '../../core/resources/templates.ts';
import type { ProjectFile } from './project.ts';
import { regionsIn } from './regions.ts';

/** A place that names a step, an event or a template. */
export interface Mention {
  readonly kind: 'step' | 'event' | 'template';
  readonly name: string;
  /** Of a step: the pointer of its workflow. */
  readonly owner: string;
  readonly isDefinition: boolean;
  readonly uri: string;
  readonly region: Region;
}

/** All places of a file that name steps, events or templates. */
export const mentionsIn = (file: ProjectFile): readonly Mention[] =>
  regionsIn(file, (document) =>
    Array.from(namesIn(document), ({ at, owner, ...mention }) => ({
      ...mention,
      owner: `${document.ref.index} ${owner}`,
      uri: file.uri,
      pointer: 'pointer' in at ? at.pointer : placeOf(at).pointer,
    })),
  );

interface NamedAt extends Pick<Mention, 'kind' | 'name' | 'owner' | 'isDefinition'> {
  readonly at: Target | { readonly pointer: string };
}

function* namesIn({ workflows, events, resources }: Document): Iterable<NamedAt> {
  for (const { of, pointer, value } of resources)
    if (of === templates.name)
      for (const field of ['id', 'alias'] as const) {
        const name = (value as { readonly id?: string; readonly alias?: string | null })[field];
        if (name) yield defining('template', name, { pointer: `${pointer}/${field}` });
      }
  for (const event of events)
    if (event.name !== undefined) yield defining('event', event.name, [event, 'name']);
  for (const { pointer: owner, steps, edges } of workflows) {
    for (const step of steps) {
      const { key } = step;
      const event = eventNameOf(step);
      const template = textOf(templateOf(step)?.id);
      const path = isObject(step.config['template']) ? ['template', 'id'] : ['template_id'];
      if (key !== undefined) yield { ...defining('step', key, [step, 'key']), owner };
      if (event !== undefined) yield naming('event', event, [step, 'config', 'event_name']);
      if (template !== undefined) yield naming('template', template, [step, 'config', ...path]);
      yield* awaitedNames(step, steps);
    }
    for (const edge of edges)
      for (const end of ['from', 'to'] as const) {
        const key = edge[end];
        if (key !== undefined) yield { ...naming('step', key, [edge, end]), owner };
      }
  }
}

const naming = (kind: Mention['kind'], name: string, at: NamedAt['at']): NamedAt => {
  return { kind, name, owner: '', isDefinition: false, at };
};

const defining = (kind: Mention['kind'], name: string, at: NamedAt['at']): NamedAt => {
  return { kind, name, owner: '', isDefinition: true, at };
};

/** Names of events in variables and conditions: `wait_events.order.paid.total`. */
function* awaitedNames(step: Step, steps: readonly Step[]): Iterable<NamedAt> {
  const references = referencesOf(step).filter(
    ({ kind, use }) => kind === 'wait_events' && use !== 'text',
  );
  for (const reference of references) {
    const event = awaitedEvent(reference.name, steps);
    if (event !== undefined) yield naming('event', event, [step, ...pathOfReference(reference)]);
  }
}

/** The awaited event that a name such as `order.paid.total` begins with. */
export function awaitedEvent(name: string, steps: readonly Step[]): string | undefined {
  const awaited = steps.filter(isWait).flatMap((wait) => eventNameOf(wait) ?? []);
  const fitting = awaited.filter((event) => name.startsWith(`${event}.`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** All places with the same name: of a step in its workflow, of an event in all files. */
export function mentionsLike(mention: Mention, files: Iterable<ProjectFile>): readonly Mention[] {
  const { kind, name, owner, uri } = mention;
  return [...files]
    .filter((file) => kind !== 'step' || file.uri === uri)
    .flatMap(mentionsIn)
    .filter((other) => other.kind === kind && other.name === name && other.owner === owner);
}
