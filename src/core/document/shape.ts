/** The only place that reads the errors of ajv: as faults of a node. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { valueAt } from '../model/json.ts';
import { splitPointer } from '../model/place.ts';
import type { Node, ShapeFault } from '../model/workflow.ts';
import * as validators from './shapes.generated.ts';

/** Steps, edges and items of a list are not read where these are of a wrong type. */
const CONTENTS: ReadonlySet<string> = new Set(['steps', 'edges', 'data']);

/**
 * Checks a value in today's words.
 * @param shape its name in shapes.ts; unknown ones admit everything.
 * @param base the field of the node that has the value: `[]` or `['config']`.
 */
export function faultsOf(
  node: Node,
  shape: string,
  value: unknown,
  base: readonly string[] = [],
): readonly ShapeFault[] {
  const validate = (validators as unknown as Readonly<Record<string, ValidateFunction>>)[shape];
  if (validate === undefined || validate(value)) return [];
  // The first of each field.
  const faults = new Map<string, ShapeFault>();
  const errors = validate.errors ?? [];
  for (const error of errors) {
    const fault = faultOf(error, errors, value);
    const field = [...base, ...(fault?.field ?? [])];
    if (fault === undefined || faults.has(field.join('/'))) continue;
    const isUnread = node.kind !== 'event' && CONTENTS.has(String(fault.field[0] ?? ''));
    faults.set(field.join('/'), { kind: 'shape', node, ...fault, field, isUnread });
  }
  return [...faults.values()];
}

function faultOf(
  { keyword, instancePath, schemaPath, params }: ErrorObject,
  errors: readonly ErrorObject[],
  value: unknown,
): Pick<ShapeFault, 'field' | 'problem' | 'expected' | 'found'> | undefined {
  const path = splitPointer(instancePath);
  const found = valueAt(value, path);
  if (keyword === 'pattern') return { field: path, problem: 'blank', expected: ['string'], found };
  if (keyword === 'type') {
    const { type } = params;
    const expected = Array.isArray(type) ? type.map(String) : String(type).split(',');
    return { field: path, problem: 'type', expected, found };
  }
  if (keyword !== 'required') return undefined;
  // Of a choice such as `duration` or `seconds` each field is an error: the first stands for all.
  const choice = schemaPath.slice(0, schemaPath.indexOf('/anyOf/') + 1);
  const group = choice === '' ? [] : errors.filter((each) => each.schemaPath.startsWith(choice));
  const [first, ...others] = (group.length === 0 ? [{ keyword, params }] : group)
    .filter((each) => each.keyword === keyword)
    .map((each) => String(each.params['missingProperty']));
  if (params['missingProperty'] !== first || first === undefined) return undefined;
  return { field: [...path, first], problem: 'missing', expected: [first, ...others], found };
}
