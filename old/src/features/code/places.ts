import { isDeepStrictEqual } from 'node:util';
import type { createRegions } from '../../core/document/regions.ts';
import type { CodeDocument } from '../../core/document/split.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { FoundCall } from './calls.ts';
import type { Module } from './module.ts';
import { isSiteWithin, literalIn, type Site, spanIn } from './values.ts';

/** Where the values of the calls of a file are written. */
interface Places {
  readonly spanOf: CodeDocument['spanOf'];
  /** Where the value of a finding is written, when that is not in the call. */
  literalOf(finding: Pick<Finding, 'location' | 'rule'>): Site | undefined;
}

type Listed = readonly { readonly call: FoundCall }[];

/** These report the name of a field, not its value. */
const RULES_OF_NAMES = new Set([
  'dropped-field',
  'sent-payload-mismatch',
  'unknown-config-field',
  'unknown-field',
]);
/** Findings about these are at the function or the URL. */
const AT_TARGET: ReadonlySet<FoundCall['does']> = new Set(['define', 'request', 'result']);
const LISTS = ['workflows', 'events', 'templates', 'calls'] as const;

export function createPlaces(
  module: Module,
  lists: Readonly<Record<(typeof LISTS)[number], Listed>>,
  spotOf: ReturnType<typeof createRegions>,
): Places {
  const foundAt = (
    pointer: string,
  ): { readonly call: FoundCall; readonly rest: string } | undefined => {
    const [, name = '', index = ''] = pointer.split('/');
    const list = LISTS.find((each) => each === name);
    const call = list && lists[list][Number(index)]?.call;
    return call && { call, rest: pointer.slice(name.length + index.length + 2) };
  };
  const spanOf: CodeDocument['spanOf'] = (query) => {
    const found = foundAt(query.pointer);
    if (found === undefined) return undefined;
    const { given, site, target, does } = found.call;
    if (AT_TARGET.has(does) && isSiteWithin(site, target))
      return { offset: target.start, length: target.end - target.start };
    return spanIn(given, site, { ...query, pointer: found.rest });
  };
  return {
    spanOf,
    literalOf({ location: { pointer, region }, rule }) {
      const found = foundAt(pointer);
      if (found === undefined || AT_TARGET.has(found.call.does)) return undefined;
      const { value, key, isWhole } = literalIn(found.call.given, found.rest);
      const ofKey = spanOf({ pointer, onKey: true });
      const ofValue = spanOf({ pointer });
      const isOnePlace = ofKey?.offset === ofValue?.offset;
      // In another file, or as `{ data }`, the name and the value have one place.
      const isOfKey = isOnePlace
        ? RULES_OF_NAMES.has(rule)
        : ofKey !== undefined && isDeepStrictEqual(spotOf(ofKey).region, region);
      const literal = isOfKey ? key : value;
      // The site of steps without a call is their file.
      const isInCall = (of: Site): boolean =>
        found.call.does !== 'fragment' && isSiteWithin(found.call.site, of);
      if (literal === undefined || isInCall(literal)) return undefined;
      if (!isOfKey && !isWhole) return undefined;
      const now = isOfKey ? ofKey : ofValue;
      return literal.module === module && literal.start === now?.offset ? undefined : literal;
    },
  };
}
