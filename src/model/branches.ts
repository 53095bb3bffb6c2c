import type { EDGE_TYPES, STEP_TYPES } from './config.ts';

export type EdgeType = (typeof EDGE_TYPES)[number];

const ONWARD: readonly EdgeType[] = ['default'];

const BRANCHES = new Map<string, readonly EdgeType[]>(
  Object.entries({
    trigger: ONWARD,
    send_email: ONWARD,
    delay: ONWARD,
    wait_for_event: ['event_received', 'timeout'],
    condition: ['condition_met', 'condition_not_met'],
    contact_update: ONWARD,
    contact_delete: ONWARD,
    add_to_segment: ONWARD,
  } satisfies Record<(typeof STEP_TYPES)[number], readonly EdgeType[]>),
);

/** The edge types a step of this type can leave by; `undefined` for a type nobody knows. */
export function branchesOf(type: string | undefined): readonly EdgeType[] | undefined {
  return type === undefined ? undefined : BRANCHES.get(type);
}

/** Whether the step chooses between two ways: a condition or a wait_for_event. */
export function isFork(type: string | undefined): boolean {
  return branchesOf(type)?.length === 2;
}
