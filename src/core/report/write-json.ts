import { escapeJson } from './escape.ts';

/**
 * Writes indented JSON in chunks. An iterable that is not an array is written as an array in batches, so a long report
 * is never in memory at once; its members contain no iterables.
 */
export function* writeJson(value: object): Iterable<string> {
  yield* writeValue(value, '');
  yield '\n';
}

function* writeValue(value: unknown, indent: string): Iterable<string> {
  if (isLazy(value)) yield* writeMembers(value, indent);
  else if (!holdsLazy(value)) yield stringify(value, indent);
  else {
    const inner = `${indent}  `;
    const isList = Array.isArray(value);
    let separator = isList ? '[\n' : '{\n';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${inner}${isList ? '' : `${JSON.stringify(key)}: `}`;
      yield* writeValue(member, inner);
      separator = ',\n';
    }
    yield `\n${indent}${isList ? ']' : '}'}`;
  }
}

function* writeMembers(members: Iterable<unknown>, indent: string): Iterable<string> {
  let separator = '[\n';
  let portion: unknown[] = [];
  for (const member of members) {
    if (portion.push(member) < PORTION) continue;
    yield separator + stringifyMembers(portion, indent);
    separator = ',\n';
    portion = [];
  }
  if (portion.length > 0) yield separator + stringifyMembers(portion, indent);
  yield separator === '[\n' && portion.length === 0 ? '[]' : `\n${indent}]`;
}

// Batches take half the time of single members.
const PORTION = 64;

/** The members at this indent, without brackets: stringified as the innermost of nested arrays, which indents them. */
function stringifyMembers(members: readonly unknown[], indent: string): string {
  const levels = indent.length / 2 + 1;
  let nested: unknown = members;
  for (let level = 1; level < levels; level++) nested = [nested];
  // Each bracket is on a separate line of two characters and its indent.
  const around = levels * (levels + 1);
  return escapeJson(JSON.stringify(nested, null, 2).slice(around, -around));
}

function isLazy(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value)
  );
}

// Reports have few levels for any input, so recursion is safe.
function holdsLazy(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((member) => isLazy(member) || holdsLazy(member))
  );
}

function stringify(value: unknown, indent: string): string {
  const json = escapeJson(JSON.stringify(value, null, 2));
  return indent === '' ? json : json.replaceAll('\n', `\n${indent}`);
}
