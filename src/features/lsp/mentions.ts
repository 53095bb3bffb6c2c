import { locate } from '../../core/document/locate.ts';
import { createRegions } from '../../core/document/regions.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Region } from '../../core/model/finding.ts';
import type { Document, Node } from '../../core/model/nodes.ts';
import { type At, placeOf } from '../../core/model/place.ts';
import type { ProjectFile } from './project.ts';

/** A place that names a step or an event. */
export interface Mention {
  readonly kind: 'step' | 'event';
  readonly name: string;
  /** Of a step: the pointer of its workflow. */
  readonly owner: string;
  readonly isDefinition: boolean;
  readonly uri: string;
  readonly region: Region;
}

/** All places of a file that name steps or events. */
export function mentionsIn(file: ProjectFile): readonly Mention[] {
  return file.parsed().flatMap((document, i) => {
    const { text, ref } = file.documents[i] as ProjectFile['documents'][number];
    const found = [...namesIn(document)].map((each) => ({
      ...each,
      pointer: placeOf(each.at).pointer,
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

interface NamedAt extends Pick<Mention, 'kind' | 'name' | 'owner' | 'isDefinition'> {
  readonly at: At;
}

function* namesIn({ workflows, events }: Document): Iterable<NamedAt> {
  const named = (
    kind: Mention['kind'],
    name: string | undefined,
    owner: string,
    isDefinition: boolean,
    at: readonly [Node, ...string[]],
  ): NamedAt[] => (name === undefined ? [] : [{ kind, name, owner, isDefinition, at }]);
  for (const event of events) yield* named('event', event.name, '', true, [event, 'name']);
  for (const { pointer, steps, edges } of workflows) {
    for (const step of steps) {
      yield* named('step', step.key, pointer, true, [step, 'key']);
      yield* named('event', eventNameOf(step), '', false, [step, 'config', 'event_name']);
    }
    for (const edge of edges) {
      yield* named('step', edge.from, pointer, false, [edge, 'from']);
      yield* named('step', edge.to, pointer, false, [edge, 'to']);
    }
  }
}

/** All places that name the same: of a step in its workflow, of an event in all files. */
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
