import { isObject } from '../model/json.ts';

/** Checks of plain data from the blob of a shard. */
export type ShapeCheck = (value: unknown) => boolean;

export const isText: ShapeCheck = (value) => typeof value === 'string';
export const isFlag: ShapeCheck = (value) => typeof value === 'boolean';
export const isCount: ShapeCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isAnyObject: ShapeCheck = isObject;

export const isOneOf =
  (...values: readonly unknown[]): ShapeCheck =>
  (value) =>
    values.includes(value);

export const listOf =
  (check: ShapeCheck): ShapeCheck =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const tupleOf =
  (...checks: readonly ShapeCheck[]): ShapeCheck =>
  (value) =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((check, i) => check(value[i]));

/** An object with these fields; an optional one may be `undefined` or missing. */
export const objectOf = (
  required: Readonly<Record<string, ShapeCheck>>,
  optional: Readonly<Record<string, ShapeCheck>> = {},
): ShapeCheck => {
  const [must, may] = [Object.entries(required), Object.entries(optional)];
  return (value) =>
    isObject(value) &&
    must.every(([name, check]) => Object.hasOwn(value, name) && check(value[name])) &&
    may.every(([name, check]) => value[name] === undefined || check(value[name]));
};

export const isDocumentRef = objectOf({
  source: isText,
  index: isCount,
  line: isCount,
  start: isCount,
  end: isCount,
});
export const isWorkflowRef = objectOf({}, { id: isText, name: isText, status: isText });
export const isSubject = objectOf(
  {},
  { workflow: isWorkflowRef, step: isText, edge: isText, event: isText },
);
export const isPlace = objectOf(
  { document: isDocumentRef, pointer: isText, subject: isSubject },
  { onKey: isFlag, span: objectOf({ offset: isCount, length: isCount }) },
);
