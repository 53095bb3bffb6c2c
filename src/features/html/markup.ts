/** Markup that cannot hold text from a file as markup: what is put into it is escaped. */
import { escapeMarkup } from '../../core/report/escape.ts';

export interface Markup {
  readonly markup: string;
}

/** Text, or markup as it is. */
type Part = string | number | Markup | readonly Markup[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const written = parts.map((part, i) => markupOf(part) + (strings[i + 1] ?? ''));
  return { markup: (strings[0] ?? '') + written.join('') };
}

/** Markup of another writer, which has escaped its text. */
export const trusted = (markup: string): Markup => ({ markup });

export const NOTHING: Markup = trusted('');

/** Markup, or nothing where there is no value. */
export const maybe = <T>(value: T | undefined, write: (value: T) => Markup): Markup =>
  value === undefined ? NOTHING : write(value);

function markupOf(part: Part): string {
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
