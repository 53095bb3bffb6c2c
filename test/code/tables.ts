import { readFileSync } from 'node:fs';
import { HOLE, type Value } from '../../src/features/code/value.ts';

/** What is known of a value, as text. `…` stands for parts that are not known. */
export function textOf(value: Value): string {
  switch (value.is) {
    case 'constant':
      if (value.value === undefined) return 'absent';
      return JSON.stringify(value.value);
    case 'object': {
      const entries = [...value.entries].map(([name, entry]) => `${name}: ${textOf(entry.value)}`);
      return `{${[...entries, ...(value.isOpen ? ['…'] : [])].join(', ')}}`;
    }
    case 'list':
      return `[${[...value.items.map(textOf), ...(value.isOpen ? ['…'] : [])].join(', ')}]`;
    case 'choice':
      return value.options.map(textOf).join(' | ');
    case 'json':
      return `JSON of ${textOf(value.of)}`;
    case 'unknown': {
      const { type, text, isEnvironment } = value;
      if (isEnvironment) return 'environment';
      return [type, text?.replaceAll(HOLE, '…')].filter(Boolean).join(' ') || 'unknown';
    }
    default:
      return value.is;
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
