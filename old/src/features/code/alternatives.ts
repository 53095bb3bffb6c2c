import type { FoundCall } from './calls.ts';
import { budgetOf } from './evaluation.ts';
import { knownText, type Value } from './values.ts';

// A call counts as several calls while the budget of its file lasts.

/** A call with one of several values counts as one call for each. */
export function withEachValue(call: FoundCall): readonly FoundCall[] {
  const { given, via } = call;
  // A request with several bodies can have several URLs, of other services as well.
  if (given.kind !== 'choice' || via !== 'sdk') return [call];
  const { options } = given;
  if (options.some(({ kind }) => kind !== 'object') || !isWithinBudget(call, options))
    return [call];
  return options.map((each) => ({ ...call, given: each, isOneOf: true }));
}

/** A call with one of several events counts as one call for each. */
export function withEachEvent(call: FoundCall): readonly FoundCall[] {
  const { given } = call;
  if (call.does !== 'send' || given.kind !== 'object') return [call];
  const event = given.entries.get('event');
  // By its type, an unknown text is one of several.
  const value = event?.value.kind === 'unknown' ? event.value.declared : event?.value;
  if (event === undefined || value?.kind !== 'choice') return [call];
  const { site, origins = [], options } = value;
  if (!isWithinBudget(call, options)) return [call];
  const names = new Map(
    options.map((option) => {
      const from = [...origins, option.site, ...(option.origins ?? [])];
      return [knownText(option), { ...option, site, origins: from }] as const;
    }),
  );
  return [...names.values()].map((value) => ({
    ...call,
    isOneOf: call.isOneOf === true || names.size > 1,
    given: { ...given, entries: new Map(given.entries).set('event', { ...event, value }) },
  }));
}

function isWithinBudget({ site }: FoundCall, options: readonly Value[]): boolean {
  const budget = budgetOf(site.module);
  budget.left -= options.length;
  return budget.left >= 0;
}
