import { compare } from '../../core/lint/order.ts';
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
  for (const [i, given] of findings.entries()) {
    const finding = withoutRepeats(given);
    const { rule, message, location, related } = finding;
    const literal = literalOf(finding);
    const place = literal ?? location;
    const key =
      place.region === undefined
        ? String(i)
        : JSON.stringify([rule, message, place.source, place.region]);
    const known = merged.get(key);
    const calls: readonly Related[] =
      literal === undefined ? [] : [{ message: 'used here', location }];
    hasMoved ||= literal !== undefined || finding !== given || known !== undefined;
    if (known === undefined)
      merged.set(key, { ...finding, location: place, related: [...calls, ...related] });
    else if (known.related.length < RELATED)
      merged.set(key, { ...known, related: [...known.related, ...calls] });
  }
  return !hasMoved ? findings : [...merged.values()].sort(byPlace);
}

/** Steps that a loop builds have one place. */
function withoutRepeats(finding: Finding): Finding {
  const { location, related } = finding;
  const placeOf = ({ source, region }: Location): string => JSON.stringify([source, region]);
  const places = new Set([placeOf(location)]);
  const own = related.filter((each) => places.size < places.add(placeOf(each.location)).size);
  return own.length === related.length ? finding : { ...finding, related: own };
}

/** In order of source and position, as all findings are. */
function byPlace({ location: a }: Finding, { location: b }: Finding): number {
  return (
    compare(a.source, b.source) ||
    (a.region?.startLine ?? 0) - (b.region?.startLine ?? 0) ||
    (a.region?.startColumn ?? 0) - (b.region?.startColumn ?? 0)
  );
}
