import { describeKind, isObject } from '../model/json.ts';
import type { ErrorObject } from './validator.ts';

/** A misfit in plain words. `path` leads from the validated value to the field, or to what should hold it. */
export interface Misfit {
  readonly path: readonly string[];
  readonly message: string;
  readonly help?: string;
}

const EXPECTED = new Map([
  ['string', 'text'],
  ['string,null', 'text or null'],
  ['object', 'an object'],
  ['object,null', 'an object or null'],
  ['array', 'an array'],
  ['boolean', 'true or false'],
  ['string,array,null', 'text or an array of texts'],
]);

/** Turns what ajv says of a value into misfits, one per field. */
export function misfitsOf(root: unknown, errors: readonly ErrorObject[], what: (path: readonly string[]) => string): readonly Misfit[] {
  const misfits: Misfit[] = [];
  for (const error of errors) {
    // The branches of an anyOf are told once, by the anyOf itself.
    if (error.keyword === 'if' || /\/anyOf\/\d+\/required$/.test(error.schemaPath)) continue;
    const path = error.instancePath
      .split('/')
      .slice(1)
      .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (error.keyword === 'anyOf') {
      const names = (error.schema as { required: string[] }[]).map(({ required }) => required[0] as string);
      misfits.push({ path, message: `${what(path)} has no ${nameFor(names, valueAt(root, path))}` });
    } else if (error.keyword === 'required') {
      misfits.push({ path, message: `${what(path)} has no "${(error.params as { missingProperty: string }).missingProperty}"` });
    } else if (error.keyword === 'pattern') {
      misfits.push({ path, message: `"${path.at(-1)}" is blank` });
    } else {
      const expected = EXPECTED.get(String((error.params as { type: unknown }).type)) as string;
      const name = path.length === 0 || /^\d+$/.test(path.at(-1) as string) ? what(path) : `"${path.at(-1)}"`;
      misfits.push({ path, message: `${name} must be ${expected}, but is ${describeKind(valueAt(root, path))}` });
    }
  }
  return misfits;
}

// Of several spellings, the one of the dialect at hand: an edge that says from_step_id lacks to_step_id, not "to".
function nameFor(names: readonly string[], holder: unknown): string {
  const snake = names.filter((name) => !/[A-Z]/.test(name));
  if (isObject(holder)) {
    const alpha = Object.hasOwn(holder, 'from_step_id') || Object.hasOwn(holder, 'to_step_id');
    const current = Object.hasOwn(holder, 'from') || Object.hasOwn(holder, 'to');
    const only = alpha ? snake.find((name) => name.endsWith('_step_id')) : current ? snake.find((name) => !name.endsWith('_step_id')) : undefined;
    if (only !== undefined) return `"${only}"`;
  }
  return snake.map((name) => `"${name}"`).join(' or ');
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) value = (value as Record<string, unknown>)[segment];
  return value;
}
