/** The only place that reads the errors of ajv: as faults of a node. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { valueAt } from '../model/json.ts';
import { splitPointer } from '../model/place.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type { Node, ShapeFault } from '../model/workflow.ts';
import * as validators from './shapes.generated.ts';

/** Steps, edges and items of a list are not read where these are of a wrong type. */
const CONTENTS: ReadonlySet<string> = new Set(['steps', 'edges', 'data']);

const VALIDATORS = new Map(
  Object.entries(validators as unknown as Record<string, ValidateFunction>),
);

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
  const validate = VALIDATORS.get(shape);
  if (validate === undefined || validate(value)) return [];
  // The first of each field.
  const faults = new Map<string, ShapeFault>();
  for (const error of validate.errors ?? []) {
    const fault = faultOf(error, value);
    const field = [...base, ...(fault?.field ?? [])];
    if (fault === undefined || faults.has(field.join('/'))) continue;
    if (fault.found === UNKNOWN) continue;
    const isUnread = node.kind !== 'event' && CONTENTS.has(String(fault.field[0] ?? ''));
    faults.set(field.join('/'), { kind: 'shape', node, ...fault, field, isUnread });
  }
  return [...faults.values()];
}

function faultOf(
  { keyword, instancePath, params }: ErrorObject,
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
  const missing = String(params['missingProperty']);
  return { field: [...path, missing], problem: 'missing', expected: [missing], found };
}
