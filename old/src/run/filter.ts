import type { Document, Workflow } from '../core/model/nodes.ts';
import type { Shard } from './shard.ts';

export interface Wanted {
  readonly status?: string | undefined;
  readonly workflows?: readonly string[] | undefined;
  readonly events?: readonly string[] | 'none' | undefined;
  readonly shard?: Shard | undefined;
  /** Names and ids of workflows that code makes: their files are older. */
  readonly replaced?: ReadonlySet<string> | undefined;
}

export const withoutEvents = (document: Document): Document => ({
  ...document,
  events: [],
  lists: document.lists.filter(({ of }) => of !== 'events'),
});

export function workflowFilter({
  status,
  workflows = [],
}: Pick<Wanted, 'status' | 'workflows'>): (workflow: Workflow) => boolean {
  const asked = new Set(workflows);
  const isAsked = (label: string | undefined): boolean => label !== undefined && asked.has(label);
  return ({ id, name, status: own }) =>
    (status === undefined || own === status) && (asked.size === 0 || isAsked(id) || isAsked(name));
}

export function createFilter({ status, workflows = [], events, replaced = new Set() }: Wanted) {
  const unmatched = new Set(workflows);
  const isWanted = workflowFilter({ status, workflows });
  const wanted = (workflow: Workflow): boolean => {
    const labels = [workflow.id, workflow.name].flatMap((label) => label ?? []);
    for (const label of labels) unmatched.delete(label);
    return isWanted(workflow) && !labels.some((label) => replaced.has(label));
  };
  const filters = [
    ...(status === undefined ? [] : [`--status ${status}`]),
    ...(workflows.length === 0 ? [] : ['--workflow']),
  ];
  const takesAll = filters.length === 0 && replaced.size === 0;
  return {
    leavesOut: filters.length === 0 ? undefined : `${filters.join(' and ')} leaves some out`,
    /** Values of --workflow that no workflow has. */
    unmatched: () => [...unmatched],
    apply(document: Document): Document {
      const kept = takesAll
        ? document
        : { ...document, workflows: document.workflows.filter(wanted) };
      return events === 'none' ? withoutEvents(kept) : kept;
    },
  };
}
