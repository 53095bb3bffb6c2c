import { compare, compareLocations } from '../../core/lint/order.ts';
import type { Finding, Location, Related } from '../../core/model/finding.ts';
import { RELATED } from '../../core/model/place.ts';

/**
 * A fault of a value that is written somewhere else than in the call is reported where it is written, once, with the calls as
 * related places.
 * @param literalOf the place of the value, if it is another one.
 */
export function atLiterals(
  findings: readonly Finding[],
  literalOf: (finding: Finding) => Location | undefined,
): readonly Finding[] {
  const merged = new Map<string, Finding>();
  let hasMoved = false;
  for (const finding of findings.map(withoutRepeats)) {
    const { rule, message, location, related } = finding;
    const literal = literalOf(finding);
    const place = literal ?? location;
    const key = JSON.stringify([rule, message, place.source, place.region ?? place.pointer]);
    const known = merged.get(key);
    const calls: readonly Related[] =
      literal === undefined ? [] : [{ message: 'used here', location }];
    hasMoved ||= literal !== undefined;
    if (known === undefined)
      merged.set(key, { ...finding, location: place, related: [...calls, ...related] });
    else if (known.related.length < RELATED)
      merged.set(key, { ...known, related: [...known.related, ...calls] });
  }
  // Findings that explain others come first, unless some have another place.
  const all = [...merged.values()];
  return hasMoved ? all.sort(byPlace) : all;
}

/** Steps that a loop builds have one place. */
function withoutRepeats(finding: Finding): Finding {
  const { location, related } = finding;
  const placeOf = ({ source, region }: Location): string => JSON.stringify([source, region]);
  const places = new Set([placeOf(location)]);
  const own = related.filter((each) => places.size < places.add(placeOf(each.location)).size);
  return { ...finding, related: own };
}

/** In order of source and position, as all findings are. */
const byPlace = ({ location: a }: Finding, { location: b }: Finding): number =>
  compare(a.source, b.source) || compareLocations(a, b);
