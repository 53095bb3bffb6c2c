import { locate } from '../document/locate.ts';
import { createRegions } from '../document/regions.ts';
import type { Location } from '../model/finding.ts';
import type { DocumentRef, Place } from '../model/nodes.ts';
import { type At, placeOf } from '../model/place.ts';
import type { AnyRule, Report } from '../rule.ts';
import { compareRefs } from './order.ts';
import type { Located } from './part.ts';
import type { ActiveRule } from './settings.ts';

/** Gives the text of a document again, when it can still be had: `undefined` leaves its findings without lines. */
export type ReadText = (ref: DocumentRef) => string | undefined;

/** A finding before it has a line. */
export interface Draft {
  readonly active: ActiveRule;
  readonly report: Report;
  readonly place: Place;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
}

export function draftOf(active: ActiveRule, report: Report, place = resolve(report.at)): Draft {
  return { active, report, place, related: (report.related ?? []).map(({ at, message }) => ({ place: resolve(at), message })) };
}

/** What a check threw becomes a finding, and the other rules go on. */
export function draftOfCrash({ rule }: ActiveRule, error: unknown, document: DocumentRef): Draft {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return draftOf(CRASH, {
    at: { document, pointer: '', subject: {} },
    message: `the rule "${rule.id}" failed on this document (${what}); the other rules went on`,
    help: `this is a fault of the rule, not of the workflow: switch it off with --rule ${rule.id}=off, and please report it`,
    detail: rule.id,
  });
}

export function resolve(at: At | Place): Place {
  return 'subject' in at ? at : placeOf(at);
}

const CRASH: ActiveRule = { rule: { id: 'rule-crashed' } as AnyRule, severity: 'error', options: {} };

/** Finds the lines of many drafts, reading the text of each document once. */
export function locateDrafts(drafts: readonly Draft[], readText: ReadText): readonly Located[] {
  // All that is said of a document shares one reference to it.
  const groups = new Map<DocumentRef, Place[]>();
  const note = (place: Place): void => {
    const group = groups.get(place.document);
    if (group === undefined) groups.set(place.document, [place]);
    else group.push(place);
  };
  for (const { place, related } of drafts) {
    note(place);
    for (const other of related) note(other.place);
  }
  const locations = new Map<Place, Location>();
  // Some sources can only be read again from their beginning on.
  const documents = groups.size > 1 ? [...groups.keys()].sort(compareRefs) : groups.keys();
  for (const document of documents) locateIn(document, groups.get(document) as Place[], readText, locations);
  const locationOf = (place: Place): Location => locations.get(place) as Location;
  return drafts.map(({ active, report, place, related }) => ({
    rule: active.rule.id,
    severity: report.uncertain === true && active.severity === 'error' ? 'warning' : active.severity,
    message: report.message,
    help: report.help,
    detail: report.detail,
    identity: report.identity,
    document: place.document,
    subject: place.subject,
    location: locationOf(place),
    related: related.map((other) => ({ message: other.message, location: locationOf(other.place) })),
  }));
}

function locateIn(document: DocumentRef, places: readonly Place[], readText: ReadText, into: Map<Place, Location>): void {
  const { source, line, part } = document;
  const text = readText(document);
  if (text === undefined) {
    for (const place of places) into.set(place, { source, pointer: place.pointer });
    return;
  }
  const wanted = places.filter(({ span }) => span === undefined);
  const spanOf = locate(text, wanted, part !== undefined && 'from' in part ? part : undefined);
  const spotOf = createRegions(text, line, part);
  for (const place of places) {
    const { pointer } = place;
    const span = place.span ?? spanOf(place);
    if (span === undefined) into.set(place, { source, pointer });
    else {
      const { region, excerpt } = spotOf(span);
      into.set(place, { source, pointer, region, excerpt });
    }
  }
}
