import { createRegions, locate } from '../document/locate.ts';
import type { Location } from '../model/finding.ts';
import type { DocumentRef, Place } from '../model/nodes.ts';
import type { Report } from '../rule.ts';
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

/** A draft whose places have been found in the text. */
export interface Located {
  readonly draft: Draft;
  readonly location: Location;
  readonly related: readonly { readonly location: Location; readonly message: string }[];
}

/** Finds the lines of many drafts, reading the text of each document once. */
export function locateDrafts(drafts: readonly Draft[], readText: ReadText): readonly Located[] {
  const places = new Map<string, Place[]>();
  for (const { place, related } of drafts) {
    for (const each of [place, ...related.map((entry) => entry.place)]) {
      const key = `${each.document.index} ${each.document.source}`;
      const group = places.get(key);
      if (group === undefined) places.set(key, [each]);
      else group.push(each);
    }
  }
  const locations = new Map<Place, Location>();
  for (const group of places.values()) {
    const { document } = group[0] as Place;
    const text = readText(document);
    const spanOf =
      text === undefined
        ? () => undefined
        : locate(
            text,
            group.filter(({ span }) => span === undefined),
          );
    const regionOf = text === undefined ? undefined : createRegions(text, document.line);
    for (const place of group) {
      const span = place.span ?? spanOf(place);
      locations.set(place, { source: document.source, pointer: place.pointer, ...(span !== undefined && regionOf?.(span)) });
    }
  }
  const locationOf = (place: Place): Location => locations.get(place) as Location;
  return drafts.map((draft) => ({
    draft,
    location: locationOf(draft.place),
    related: draft.related.map(({ place, message }) => ({ message, location: locationOf(place) })),
  }));
}
