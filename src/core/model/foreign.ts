import { describeKind, listNames, quote } from './text.ts';
import type { ForeignContent } from './workflow.ts';

/** What JSON holds that is not ours, as a noun phrase. */
export function describeForeign({ is, name, fields }: ForeignContent): string {
  if (is === 'value') return name === 'null' ? 'null' : describeKind(VALUES.get(name ?? ''));
  if (is === 'error-response') return 'an error response of the service';
  const what =
    is === 'object' ? 'an object' : `${is === 'list' ? 'a list' : 'an array'} of objects`;
  if (name !== undefined) return `${what} of type ${quote(name)}`;
  if (fields !== undefined && fields.length > 0) return `${what} with ${listNames(fields, 4)}`;
  return is === 'object'
    ? 'an empty object'
    : `${is === 'list' ? 'a list' : 'an array'} of other values`;
}

const VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['string', ''],
  ['number', 0],
  ['boolean', true],
]);
