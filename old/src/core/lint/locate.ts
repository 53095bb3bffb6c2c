import { locate } from '../document/locate.ts';
import { createRegions } from '../document/regions.ts';
import type { CodeDocument } from '../document/split.ts';
import { queriesOf, textEditsOf } from '../document/text-edits.ts';
import { type Fix, type Location, SEVERITIES, type Severity } from '../model/finding.ts';
import { addTo } from '../model/groups.ts';
import type { DocumentRef, NodeFix, Place } from '../model/nodes.ts';
import { placeOf, type Target } from '../model/place.ts';
import type { AnyRule, Report } from '../rule.ts';
import type { Found, Reported } from './part.ts';
import type { ActiveRule } from './settings.ts';

/** Reads the text of a document again; without it its findings have no lines. */
export type ReadText = (ref: DocumentRef) => string | CodeDocument | undefined;

/** The finding that a report makes, at the places of its nodes. Throws for an invalid report: it may come from a rule that is not ours. */
export function reportedBy(
  { rule, severity }: ActiveRule,
  report: Report,
  at = resolve(report.at),
): Reported {
  const related = (report.related ?? []).map((other) => ({
    at: resolve(other.at),
    message: other.message,
  }));
  const { help, consequence, fingerprintKey: { names, detail } = {}, maxSeverity } = report;
  const texts = [help, consequence, names, detail].filter((text) => text !== undefined);
  if (![report.message, ...texts, ...related.map(({ message }) => message)].every(isText))
    throw new TypeError('a reported text is not a string');
  return {
    rule: rule.id,
    severity: lower(severity, maxSeverity),
    message: report.message,
    help,
    consequence,
    names: report.names,
    ...at.subject,
    document: at.document,
    fingerprintKey: report.fingerprintKey,
    at,
    related,
    fixes: report.fixes ?? [],
  };
}

function lower(severity: Severity, max: Severity = 'error'): Severity {
  return SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(max) ? severity : max;
}

export function crashOf({ rule }: ActiveRule, error: unknown, document: DocumentRef): Reported {
  return reportedBy(CRASH, {
    at: { document, pointer: '', subject: {} },
    message: `rule "${rule.id}" failed on this document: ${textOfThrown(error)}`,
    help: `report this defect of the rule, and switch it off with --rule ${rule.id}=off`,
    fingerprintKey: { detail: rule.id },
  });
}

/** A plugin can throw anything, also an object that throws again. */
function textOfThrown(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return 'a value without a text';
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';

export function resolve(at: Target | Place): Place {
  const place = 'subject' in at ? at : placeOf(at);
  if (!isText(place.pointer) || !isText(place.document?.source))
    throw new TypeError('a reported place is not a place in a document');
  return place;
}

/** The rule for workflows above the limits of `model/limits.ts`, whatever its settings. */
export const TOO_MANY_STEPS: ActiveRule = {
  rule: { id: 'too-many-steps' } as AnyRule,
  severity: 'error',
  options: {},
};

const CRASH: ActiveRule = {
  rule: { id: 'rule-crashed' } as AnyRule,
  severity: 'error',
  options: {},
};

/** The findings of many reports, with lines. The text of each document is read once. */
export function locateReports(reports: readonly Reported[], readText: ReadText): readonly Found[] {
  const groups = new Map<string, Place[]>();
  const addPlace = (place: Place): void => addTo(groups, keyOf(place.document), place);
  const fixes = new Map<string, NodeFix[]>();
  for (const { at, related, fixes: own } of reports) {
    addPlace(at);
    for (const other of related) addPlace(other.at);
    for (const fix of own) addTo(fixes, keyOf(at.document), fix);
  }
  const located = new Map<NodeFix, Fix>();
  const locations = new Map<Place, Location>();
  for (const places of groups.values()) {
    const { document } = places[0] as Place;
    const own = fixes.get(keyOf(document)) ?? [];
    locateIn(document, readText(document), { places, fixes: own }, { locations, fixes: located });
  }
  const locationOf = (place: Place): Location => locations.get(place) as Location;
  return reports.map(({ at, related, fixes: own, ...finding }) => ({
    ...finding,
    location: locationOf(at),
    related: related.map((other) => ({ message: other.message, location: locationOf(other.at) })),
    fixes: own.flatMap((fix) => located.get(fix) ?? []),
  }));
}

// Facts of a shard do not share the objects of their documents.
const keyOf = ({ source, index, start }: DocumentRef): string => `${index} ${start} ${source}`;

interface LocatedParts {
  readonly locations: Map<Place, Location>;
  readonly fixes: Map<NodeFix, Fix>;
}

function locateIn(
  document: DocumentRef,
  read: ReturnType<ReadText>,
  { places, fixes }: { readonly places: readonly Place[]; readonly fixes: readonly NodeFix[] },
  into: LocatedParts,
): void {
  const { source, line } = document;
  if (read === undefined) {
    for (const place of places) into.locations.set(place, { source, pointer: place.pointer });
    return;
  }
  const wanted = places.filter(({ span }) => span === undefined);
  const isCode = typeof read !== 'string';
  const text = isCode ? read.code : read;
  // Fixes change JSON, not application code.
  const own = isCode ? [] : fixes;
  const queries = own.flatMap(({ edits }) => edits.flatMap(queriesOf));
  const spanOf = isCode ? read.spanOf : locate(text, [...wanted, ...queries]);
  const spotOf = createRegions(text, line);
  for (const fix of own) {
    const edits = fix.edits.every(({ place }) => keyOf(place.document) === keyOf(document))
      ? textEditsOf(fix.edits, text, spanOf)
      : undefined;
    if (edits === undefined) continue;
    into.fixes.set(fix, {
      title: fix.title,
      safety: fix.safety,
      edits: edits.map(({ pointer, offset, length, text: written }) => ({
        pointer,
        startOffset: offset,
        endOffset: offset + length,
        region: spotOf({ offset, length }).region,
        text: written,
      })),
    });
  }
  for (const place of places) {
    const { pointer } = place;
    const span = place.span ?? spanOf(place);
    if (span === undefined) into.locations.set(place, { source, pointer });
    else {
      const { region, excerpt } = spotOf(span);
      into.locations.set(place, { source, pointer, region, excerpt });
    }
  }
}
