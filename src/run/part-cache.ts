import type { SourceItem } from '../core/document/split.ts';
import type { Document } from '../core/model/nodes.ts';
import { type Collected, type CollectSettings, collectHeld, type ReadDocument } from './run.ts';

interface CheckedItems {
  readonly items: readonly SourceItem[];
  readonly collected: Collected;
  /** Those that define events or resources. */
  readonly defining: readonly Document[];
  /** All definitions when they were checked. */
  readonly known: string;
}

/** Items that are checked together: the preparation of a check takes as long as several items. */
const GROUP = 50;

/**
 * Checks items as `collectHeld` does, in groups. A group is checked again only when one of its items is another object, when the key is
 * another one, or when definitions change, since findings in all items depend on them.
 * @param key stands for the settings.
 */
export type PartCache = (
  items: readonly SourceItem[],
  settings: CollectSettings,
  key: string,
) => readonly Collected[];

export function createPartCache(): PartCache {
  let groups: CheckedItems[] = [];
  let lastKey: string | undefined;
  return (given, settings, key) => {
    const items = given.filter((item) => 'documents' in item);
    const others = given.filter((item) => !('documents' in item));
    const count = Math.ceil(items.length / GROUP);
    groups = key === lastKey ? groups.slice(0, count) : [];
    lastKey = key;
    const definingBut = (i?: number): readonly Document[] =>
      groups.flatMap(({ defining }, j) => (j === i ? [] : defining));
    let known = printDefinitions(definingBut());
    const check = (i: number): void => {
      const own = items.slice(i * GROUP, (i + 1) * GROUP);
      const before = groups[i];
      const isSame = before?.items.every((item, j) => item === own[j]) === true;
      if (isSame && before?.items.length === own.length && before.known === known) return;
      const defining: Document[] = [];
      const onDocument = ({ document }: ReadDocument): void => {
        const { events, resources, lists } = document;
        if (events.length + resources.length + lists.length > 0) defining.push(document);
      };
      const collected = collectHeld(own, { ...settings, known: definingBut(i), onDocument });
      groups[i] = { items: own, collected, defining, known };
      if (defining.length + (before?.defining.length ?? 0) === 0) return;
      known = printDefinitions(definingBut());
      groups[i] = { items: own, collected, defining, known };
    };
    const numbers = Array.from({ length: count }, (_, i) => i);
    numbers.forEach(check);
    // Definitions in a later group count for the earlier ones.
    numbers.forEach(check);
    return [collectHeld(others, settings), ...groups.map(({ collected }) => collected)];
  };
}

const printDefinitions = (documents: readonly Document[]): string =>
  JSON.stringify(
    documents.map(({ events, resources, lists }) => [
      events.map(({ raw }) => raw),
      resources.map(({ of, value }) => [of, value]),
      lists.map(({ of }) => of),
    ]),
  );
