import { createRegions, locate } from '../document/locate.ts';
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
  const places = new Map<string, Place[]>();
  for (const { place, related } of drafts) {
    for (const each of [place, ...related.map((entry) => entry.place)]) {
      const key = `${each.document.index} ${each.document.start} ${each.document.source}`;
      const group = places.get(key);
      if (group === undefined) places.set(key, [each]);
      else group.push(each);
    }
  }
  const locations = new Map<Place, Location>();
  for (const group of [...places.values()].sort(byDocument)) {
    const { document } = group[0] as Place;
    const text = readText(document);
    const spanOf =
      text === undefined
        ? () => undefined
        : locate(
            text,
            group.filter(({ span }) => span === undefined),
            document.part !== undefined && 'from' in document.part ? document.part : undefined,
          );
    const regionOf = text === undefined ? undefined : createRegions(text, document.line, document.part);
    for (const place of group) {
      const span = place.span ?? spanOf(place);
      locations.set(place, { source: document.source, pointer: place.pointer, ...(span !== undefined && regionOf?.(span)) });
    }
  }
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

// Some sources can only be read again from their beginning on.
const byDocument = ([a]: readonly Place[], [b]: readonly Place[]): number => compareRefs((a as Place).document, (b as Place).document);
