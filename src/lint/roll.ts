import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import type { Fact, KnownWorkflow } from '../rule.ts';
import { compareAt } from './order.ts';
import type { Kept, Part } from './part.ts';
import type { Row } from './register.ts';
import type { Remake } from './remake.ts';
import type { ActiveRule } from './settings.ts';
import { hashIn, readTopics } from './topics.ts';
import { rowOfWaiting } from './waiting.ts';

/** All workflows of a run, of all its parts. */
export interface Roll {
  /** How many came with their steps, and of how many others there is but the list form. */
  readonly workflows: number;
  readonly summaries: number;
  /** Those that share it, in groups; all in order of source and position, like facts. */
  alike(by: 'id' | 'name'): readonly (readonly KnownWorkflow[])[];
  /** @param remake makes those that had waited. */
  factsOf(active: ActiveRule, remake: Remake): readonly Fact<unknown>[];
}

export function createRoll(parts: readonly Part[]): Roll {
  const known = parts.map(() => new Map<number, Row>());
  // Several rules may have a fact of the same workflow.
  const rowOf = (part: number, row: number): Row => {
    const rows = known[part] as Map<number, Row>;
    let found = rows.get(row);
    if (found === undefined) rows.set(row, (found = (parts[part] as Part).register.at(row)));
    return found;
  };
  const inListForm = parts.reduce((sum, { register }) => sum + register.summaries, 0);
  const whole = inListForm === 0 ? new Set<string>() : idsOfWhole(parts);
  // The same workflow may come in list form and whole: the whole one counts.
  const counts = ({ summaryOnly, workflow: { id } }: Row): boolean => !(summaryOnly && id !== undefined && whole.has(id));

  return {
    workflows: parts.reduce((sum, { register }) => sum + register.size, 0) - inListForm,
    summaries: inListForm === 0 ? 0 : countInListForm(parts, counts),
    alike(by) {
      const hashes = parts.map(({ register }) => register.hashes(by));
      const shared = thoseShared(hashes);
      const groups = new Map<string, Row[]>();
      for (const [part, ofPart] of shared.size === 0 ? [] : hashes.entries()) {
        for (const [i, hash] of ofPart.entries()) {
          if (!shared.has(hash)) continue;
          const row = rowOf(part, i);
          if (!counts(row)) continue;
          const name = row.workflow[by] as string;
          const group = groups.get(name);
          if (group === undefined) groups.set(name, [row]);
          else group.push(row);
        }
      }
      return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.sort(compareAt));
    },
    factsOf(active, remake) {
      const { id: rule } = active.rule;
      const read = readTopics(parts.map(({ factsOf }) => factsOf.get(rule)?.topics ?? []));
      const found = parts.flatMap(({ facts, factsOf }, part) =>
        placesOf(factsOf.get(rule), read).flatMap((at) => {
          const waiting = rowOfWaiting(at);
          const row = waiting ?? facts.rowAt(at);
          const own = () => rowOf(part, row);
          const fact = waiting === undefined ? facts.read(at, own) : remake(active, own());
          return fact === undefined ? [] : new FactOfRow(fact, own);
        }),
      );
      const counted = inListForm === 0 ? found : found.filter((fact) => counts(fact.row()));
      return parts.length === 1 && parts[0]?.register.isInOrder ? counted : counted.sort((a, b) => compareAt(a.row(), b.row()));
    },
  };
}

/** Where the facts stand that are to be read. */
function placesOf(kept: Kept | undefined, read: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  if (kept === undefined) return found;
  const { places, topics } = kept;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (read.has(hashIn(topics[i] as number)) && found.at(-1) !== place) found.push(place);
  }
  return found;
}

/** A class, since there may be one of every workflow: which workflow it is of is read only when somebody asks. */
class FactOfRow implements Fact<unknown> {
  readonly fact: unknown;
  readonly row: () => Row;

  constructor(fact: unknown, row: () => Row) {
    this.fact = fact;
    this.row = row;
  }

  get workflow(): WorkflowRef {
    return this.row().workflow;
  }

  get document(): DocumentRef {
    return this.row().document;
  }

  get pointer(): string {
    return this.row().pointer;
  }
}

function idsOfWhole(parts: readonly Part[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const {
    summaryOnly,
    workflow: { id },
  } of rowsOf(parts))
    if (!summaryOnly && id !== undefined) ids.add(id);
  return ids;
}

function countInListForm(parts: readonly Part[], counts: (row: Row) => boolean): number {
  let count = 0;
  for (const row of rowsOf(parts)) if (row.summaryOnly && counts(row)) count++;
  return count;
}

function* rowsOf(parts: readonly Part[]): Iterable<Row> {
  for (const { register } of parts) for (let i = 0; i < register.size; i++) yield register.at(i);
}

/** The hashes that several workflows have. */
function thoseShared(hashes: readonly Int32Array[]): ReadonlySet<number> {
  const sorted = new Int32Array(hashes.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const some of hashes) {
    sorted.set(some, count);
    count += some.length;
  }
  sorted.sort();
  const shared = new Set<number>();
  for (let i = 1; i < count; i++) if (sorted[i] === sorted[i - 1] && sorted[i] !== 0) shared.add(sorted[i] as number);
  return shared;
}
