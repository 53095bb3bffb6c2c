import { locate } from '../../core/document/locate.ts';
import { createRegions } from '../../core/document/regions.ts';
import { eventNameOf, templateOf, textOf } from '../../core/model/config.ts';
import type { Region } from '../../core/model/finding.ts';
import { isObject } from '../../core/model/json.ts';
import type { Document, Node, Step } from '../../core/model/nodes.ts';
import { type At, placeOf } from '../../core/model/place.ts';
import { pathOfReference, referencesOf } from '../../core/model/references.ts';
import { isWait } from '../../core/model/step-type.ts';
import templates from '../../core/resources/templates.ts';
import type { ProjectFile } from './project.ts';

/** A place that names a step, an event or a template. */
export interface Mention {
  readonly kind: 'step' | 'event' | 'template';
  readonly name: string;
  /** The text of the place around the name: `wait_events.` and `.total` of an event. */
  readonly around?: readonly [before: string, after: string];
  /** Of a step: the pointer of its workflow. */
  readonly owner: string;
  readonly isDefinition: boolean;
  readonly uri: string;
  readonly region: Region;
}

/** All places of a file that name steps, events or templates. */
export function mentionsIn(file: ProjectFile): readonly Mention[] {
  return file.parsed().flatMap((document, i) => {
    const { text, ref } = file.documents[i] as ProjectFile['documents'][number];
    const found = [...namesIn(document)].map((each) => ({
      ...each,
      pointer: 'pointer' in each.at ? each.at.pointer : placeOf(each.at).pointer,
    }));
    const spanOf = locate(text, found);
    const spotOf = createRegions(text, ref.line);
    return found.flatMap(({ at: _, pointer, owner, ...mention }): Mention[] => {
      const span = spanOf({ pointer });
      if (span === undefined) return [];
      const { region } = spotOf(span);
      return [{ ...mention, owner: `${ref.index} ${owner}`, uri: file.uri, region }];
    });
  });
}

interface NamedAt extends Pick<Mention, 'kind' | 'name' | 'owner' | 'isDefinition' | 'around'> {
  readonly at: At | { readonly pointer: string };
}

function* namesIn({ workflows, events, resources }: Document): Iterable<NamedAt> {
  const named = (
    kind: Mention['kind'],
    name: string | undefined,
    owner: string,
    isDefinition: boolean,
    at: readonly [Node, ...string[]],
  ): NamedAt[] => (name === undefined ? [] : [{ kind, name, owner, isDefinition, at }]);
  for (const { of, pointer, value } of resources)
    if (of === templates.name)
      for (const field of ['id', 'alias'] as const) {
        const name = (value as { readonly id?: string; readonly alias?: string | null })[field];
        const at = { pointer: `${pointer}/${field}` };
        if (name) yield { kind: 'template', name, owner: '', isDefinition: true, at };
      }
  for (const event of events) yield* named('event', event.name, '', true, [event, 'name']);
  for (const { pointer, steps, edges } of workflows) {
    for (const step of steps) {
      yield* named('step', step.key, pointer, true, [step, 'key']);
      yield* named('event', eventNameOf(step), '', false, [step, 'config', 'event_name']);
      const template = textOf(templateOf(step)?.id);
      const path = isObject(step.config['template']) ? ['template', 'id'] : ['template_id'];
      yield* named('template', template, '', false, [step, 'config', ...path]);
      yield* awaitedNames(step, steps);
    }
    for (const edge of edges) {
      yield* named('step', edge.from, pointer, false, [edge, 'from']);
      yield* named('step', edge.to, pointer, false, [edge, 'to']);
    }
  }
}

/** Names of events in variables and conditions: `wait_events.order.paid.total`. */
function* awaitedNames(step: Step, steps: readonly Step[]): Iterable<NamedAt> {
  const references = referencesOf(step).filter(
    ({ kind, use }) => kind === 'wait_events' && use !== 'text',
  );
  if (references.length === 0) return;
  const awaited = steps.filter(isWait).flatMap((wait) => eventNameOf(wait) ?? []);
  for (const reference of references) {
    const { name, text } = reference;
    const fitting = awaited.filter((event) => name.startsWith(`${event}.`));
    const event = fitting.reduce((a, b) => (b.length > a.length ? b : a), '');
    if (event === '') continue;
    const before = text.slice(0, text.length - name.length);
    const around = [before, name.slice(event.length)] as const;
    yield {
      kind: 'event',
      name: event,
      around,
      owner: '',
      isDefinition: false,
      at: [step, ...pathOfReference(reference)],
    };
  }
}

/** All places with the same name: of a step in its workflow, of an event in all files. */
export function sameAs(mention: Mention, files: Iterable<ProjectFile>): readonly Mention[] {
  const found: Mention[] = [];
  for (const file of files) {
    if (mention.kind === 'step' && file.uri !== mention.uri) continue;
    for (const other of mentionsIn(file))
      if (
        other.kind === mention.kind &&
        other.name === mention.name &&
        other.owner === mention.owner
      )
        found.push(other);
  }
  return found;
}

/** Why a name is invalid for a step or an event. */
export function renameFault(
  { kind, name, owner, uri }: Mention,
  wanted: string,
  files: Iterable<ProjectFile>,
): string | undefined {
  if (wanted.trim() === '') return 'the name is empty';
  if (wanted === name) return undefined;
  for (const file of files) {
    if (kind === 'step' && file.uri !== uri) continue;
    const isTaken = mentionsIn(file).some(
      (other) =>
        other.isDefinition && other.kind === kind && other.name === wanted && other.owner === owner,
    );
    if (isTaken) return `${kind} ${JSON.stringify(wanted)} already exists`;
  }
  return undefined;
}
