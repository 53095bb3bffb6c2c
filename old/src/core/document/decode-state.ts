import { SPELLINGS } from '../model/fields.ts';
import { renameAt, writeFix } from '../model/fix.ts';
import type { JsonObject } from '../model/json.ts';
import { labelOf, quote } from '../model/label.ts';
import type {
  DocumentRef,
  Edge,
  EventDefinition,
  List,
  Problem,
  ResourceItem,
  Step,
  Subject,
  Workflow,
} from '../model/nodes.ts';
import { edgeNounOf, escapeSegment, keyPlaceOf } from '../model/place.ts';
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
              [
                {
                  ...place,
                  pointer: `${place.pointer}/${escapeSegment(misnamed.field)}`,
                  onKey: true,
                },
              ],
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

/** A field whose name is nearly right: it is read as meant. A warning, since it may be a field of another tool. */
export function noteMisspelt(
  node: Workflow | Step | Edge | EventDefinition,
  field: string,
  name: string,
  state: DecodeState,
): void {
  const place = keyPlaceOf([node, field]);
  state.problems.push({
    rule: 'invalid-shape',
    place,
    field: name,
    maxSeverity: 'warning',
    message: `${labelOfNode(node)} has no ${quote(name)}, but the unknown field ${quote(field)}`,
    help: `rename ${quote(field)} to ${quote(name)}`,
    fixes: [renameAt([place], name)],
  });
}

// Names a part of a document in a message: 'delay "wait"', 'connection from "start"', 'workflow "Onboarding"'.
export function labelOfNode(node: Workflow | Step | Edge | EventDefinition): string {
  if (node.kind === 'event')
    return node.name === undefined ? 'this event definition' : `event ${quote(node.name)}`;
  if (node.kind === 'workflow')
    return node.name === undefined ? 'this workflow' : `workflow ${quote(node.name)}`;
  if (node.kind === 'edge') {
    const noun = edgeNounOf(node.workflow);
    // An end in a misspelt field is named by the other end.
    const isGiven = SPELLINGS.edge.from.some((field) => Object.hasOwn(node.raw, field));
    if (node.from !== undefined && (isGiven || node.to === undefined))
      return `${noun} from ${quote(node.from)}`;
    return node.to === undefined ? `this ${noun}` : `${noun} to ${quote(node.to)}`;
  }
  return node.key === undefined
    ? `this ${node.type === undefined ? 'step' : `${quote(node.type)} step`}`
    : labelOf(node);
}
