import type { Document, Workflow } from '../model/nodes.ts';
import type { Shard } from './shard.ts';

/** What of the documents is wanted. */
export interface Wanted {
  /** Only workflows of this status, of these ids or names. */
  readonly status?: string | undefined;
  readonly workflows?: readonly string[] | undefined;
  /** `none` leaves out all event definitions. */
  readonly events?: readonly string[] | 'none' | undefined;
  /** Only a share of the workflows. */
  readonly shard?: Shard | undefined;
}

export interface Filter {
  filter(document: Document): Document;
  /** What --workflow asked for and nothing was. */
  unmatched(): readonly string[];
  readonly leavesOut: string | undefined;
}

export const withoutEvents = (document: Document): Document => ({ ...document, events: [], lists: document.lists.filter(({ of }) => of !== 'events') });

export function filterOf({ status, workflows, events }: Wanted): Filter {
  const asked = new Set(workflows);
  const missed = new Set(asked);
  const isAsked = (label: string | undefined): boolean => label !== undefined && asked.has(label);
  const wanted = ({ id, name, status: own }: Workflow): boolean => {
    if (id !== undefined) missed.delete(id);
    if (name !== undefined) missed.delete(name);
    return (status === undefined || own === status) && (asked.size === 0 || isAsked(id) || isAsked(name));
  };
  const filters = [...(status === undefined ? [] : [`--status ${status}`]), ...(asked.size === 0 ? [] : ['--workflow'])];
  const all = filters.length === 0;
  return {
    leavesOut: all ? undefined : `${filters.join(' and ')} leaves some out`,
    unmatched: () => [...missed],
    filter(document) {
      if (all && events !== 'none') return document;
      const kept = all ? document : { ...document, workflows: document.workflows.filter(wanted) };
      return events === 'none' ? withoutEvents(kept) : kept;
    },
  };
}
