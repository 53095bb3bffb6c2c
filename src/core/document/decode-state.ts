import { renameAt, writeFix } from '../model/fix.ts';
import type { JsonObject } from '../model/json.ts';
import type {
  DocumentRef,
  EventDefinition,
  List,
  Problem,
  ResourceItem,
  Subject,
  Workflow,
} from '../model/nodes.ts';
import { escapeSegment } from '../model/place.ts';
import { validationErrorsOf } from './problems.ts';
import { failuresOf, type Validator } from './validator.ts';

export interface DecodeState {
  readonly ref: DocumentRef;
  readonly workflows: Workflow[];
  readonly events: EventDefinition[];
  readonly resources: ResourceItem[];
  readonly lists: List[];
  readonly problems: Problem[];
}

export interface PartNames {
  label(path: readonly string[]): string;
  subject(path: readonly string[]): Subject;
  /** What to write, if the document tells it. */
  help?(path: readonly string[], field: string): string | undefined;
}

interface Validated {
  readonly shape: Validator;
  readonly raw: JsonObject;
  readonly pointer: string;
  readonly rule?: 'invalid-shape' | 'invalid-config';
}

/** Adds a problem for each error of the last validation. */
export function addProblems(
  { shape, raw, pointer, rule = 'invalid-shape' }: Validated,
  names: PartNames,
  { ref, problems }: DecodeState,
): void {
  for (const error of validationErrorsOf(raw, failuresOf(shape), names.label)) {
    const { path, message, field, meant, misnamed } = error;
    const help = (misnamed === undefined ? names.help?.(path, field) : undefined) ?? error.help;
    const place = {
      document: ref,
      pointer: pointer + joinPointer(path),
      subject: names.subject(path),
    };
    const fixes =
      misnamed === undefined
        ? writeFix([place], meant)
        : [
            renameAt(
              {
                ...place,
                pointer: `${place.pointer}/${escapeSegment(misnamed.field)}`,
                onKey: true,
              },
              misnamed.name,
            ),
          ];
    problems.push({
      rule,
      place,
      message,
      field,
      ...(help !== undefined && { help }),
      ...(fixes.length > 0 && { fixes }),
    });
  }
}

export const joinPointer = (path: readonly string[]): string =>
  path.map((segment) => `/${escapeSegment(segment)}`).join('');
