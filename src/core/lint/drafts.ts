import { locate } from '../document/locate.ts';
import { createRegions } from '../document/regions.ts';
import type { CodeDocument } from '../document/split.ts';
import { queriesOf, textEditsOf } from '../document/text-edits.ts';
import { type Fix, type Location, SEVERITIES, type Severity } from '../model/finding.ts';
import { addTo } from '../model/groups.ts';
import type { DocumentRef, NodeFix, Place } from '../model/nodes.ts';
import { type At, placeOf } from '../model/place.ts';
import type { AnyRule, Report } from '../rule.ts';
import { compareRefs } from './order.ts';
import type { Located } from './part.ts';
import type { ActiveRule } from './settings.ts';

/** Reads the text of a document again; without it its findings have no lines. */
export type ReadText = (ref: DocumentRef) => string | CodeDocument | undefined;

/** A finding before it has a line. */
export interface Draft {
  readonly active: ActiveRule;
  readonly report: Report;
  readonly place: Place;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
}

/** Throws for an invalid report: it may come from a rule that is not ours. */
export function draftOf(active: ActiveRule, report: Report, place = resolve(report.at)): Draft {
  const related = (report.related ?? []).map(({ at, message }) => ({
    place: resolve(at),
    message,
  }));
  const { help, consequence, fingerprintKey: { names, detail } = {} } = report;
  const texts = [help, consequence, names, detail].filter((text) => text !== undefined);
  if (![report.message, ...texts, ...related.map(({ message }) => message)].every(isText))
    throw new TypeError('a reported text is not a string');
  return { active, report, place, related };
}

export function draftOfCrash({ rule }: ActiveRule, error: unknown, document: DocumentRef): Draft {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return draftOf(CRASH, {
    at: { document, pointer: '', subject: {} },
    message: `rule "${rule.id}" failed on this document: ${what}`,
    help: `report this defect of the rule, and switch it off with --rule ${rule.id}=off`,
    fingerprintKey: { detail: rule.id },
  });
}

const isText = (value: unknown): boolean => typeof value === 'string';

export function resolve(at: At | Place): Place {
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

/** Finds the lines of many drafts, reading the text of each document once. */
export function locateDrafts(drafts: readonly Draft[], readText: ReadText): readonly Located[] {
  const groups = new Map<string, Place[]>();
  const addPlace = (place: Place): void => addTo(groups, keyOf(place.document), place);
  const fixes = new Map<string, NodeFix[]>();
  for (const { place, related, report } of drafts) {
    addPlace(place);
    for (const other of related) addPlace(other.place);
    for (const fix of report.fixes ?? []) addTo(fixes, keyOf(place.document), fix);
  }
  const located = new Map<NodeFix, Fix>();
  const locations = new Map<Place, Location>();
  // Sorted, since some sources can only be read again from the beginning.
  const sorted = [...groups.values()].sort(([a], [b]) =>
    compareRefs((a as Place).document, (b as Place).document),
  );
  for (const places of sorted) {
    const { document } = places[0] as Place;
    const own = fixes.get(keyOf(document)) ?? [];
    locateIn(document, readText(document), { places, fixes: own }, { locations, fixes: located });
  }
  const locationOf = (place: Place): Location => locations.get(place) as Location;
  return drafts.map(({ active, report, place, related }) => ({
    rule: active.rule.id,
    severity: severityOf(report, active.severity),
    message: report.message,
    help: report.help,
    consequence: report.consequence,
    fingerprintKey: report.fingerprintKey,
    names: report.names,
    document: place.document,
    subject: place.subject,
    location: locationOf(place),
    related: related.map((other) => ({
      message: other.message,
      location: locationOf(other.place),
    })),
    ...(report.fixes !== undefined && {
      fixes: report.fixes.flatMap((fix) => located.get(fix) ?? []),
    }),
  }));
}

function severityOf({ maxSeverity = 'error' }: Report, severity: Severity): Severity {
  return SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(maxSeverity) ? severity : maxSeverity;
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
