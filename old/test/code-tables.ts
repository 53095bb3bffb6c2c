import { readFileSync } from 'node:fs';
import { HOLE, type Value } from '../src/features/code/values.ts';

/** What is known of a value, as text. `…` stands for parts that are not known. */
export function textOf(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return JSON.stringify(value.value) + (value.isDefault ? ' by default' : '');
    case 'object': {
      const entries = Array.from(
        value.entries,
        ([name, field]) => `${name}: ${textOf(field.value)}`,
      );
      return `{${[...entries, ...(value.isOpen ? ['…'] : [])].join(', ')}}`;
    }
    case 'array': {
      const items = [...value.items.map(textOf), ...(value.isOpen ? ['…'] : [])];
      return `${value.isSelection ? 'some of ' : ''}${value.isMap ? 'Map ' : ''}[${items.join(', ')}]`;
    }
    case 'choice':
      return value.options.map(textOf).join(' | ');
    case 'json':
      return `JSON of ${textOf(value.of)}`;
    case 'unknown': {
      const { type, text, isOther, isEnvironment, declared } = value;
      const parts = [
        isOther && 'other',
        isEnvironment && 'environment',
        type,
        text?.replaceAll(HOLE, '…'),
      ];
      const known = parts.filter(Boolean).join(' ') || 'unknown';
      return declared ? `${known} (${textOf(declared)})` : known;
    }
    default:
      return value.kind;
  }
}

/** The rows of a table of code: `code → expected`. Other lines are headings. */
export function rowsIn(table: URL): readonly (readonly [code: string, expected: string])[] {
  return readFileSync(table, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [code, expected] = line.split(' → ');
      return code && expected ? [[code, expected] as const] : [];
    });
}
