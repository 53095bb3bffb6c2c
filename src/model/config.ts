import { isObject, type JsonObject, own } from './json.ts';
import type { Step } from './nodes.ts';
import { camelCase } from './place.ts';

/** The eight step types the service is known to have. */
export const STEP_TYPES = ['trigger', 'send_email', 'delay', 'wait_for_event', 'condition', 'contact_update', 'contact_delete', 'add_to_segment'] as const;
export const EDGE_TYPES = ['default', 'condition_met', 'condition_not_met', 'event_received', 'timeout'] as const;

const KNOWN_STEP_TYPES: ReadonlySet<string> = new Set(STEP_TYPES);
const KNOWN_EDGE_TYPES: ReadonlySet<string> = new Set(EDGE_TYPES);

export const isKnownStepType = (type: string): boolean => KNOWN_STEP_TYPES.has(type);
export const isKnownEdgeType = (type: string): boolean => KNOWN_EDGE_TYPES.has(type);

const TWINS = new Map<string, string>();

/** A config field by its snake_case name, or its camelCase twin; `undefined` when the step has neither. */
export function configField(step: Step, name: string): unknown {
  return fieldOf(step.config, name);
}

export function fieldOf(object: JsonObject, name: string): unknown {
  const value = own(object, name);
  if (value !== undefined) return value;
  let twin = TWINS.get(name);
  if (twin === undefined) TWINS.set(name, (twin = camelCase(name)));
  return twin === name ? undefined : own(object, twin);
}

/** The event a trigger or wait_for_event names, when it is text that is not blank. */
export function eventNameOf(step: Step): string | undefined {
  const name = configField(step, 'event_name');
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** The template a send_email uses and where it stands in the config. */
export function templateOf(step: Step): { readonly id: string; readonly path: readonly string[] } | undefined {
  const template = configField(step, 'template');
  const nested = isObject(template) ? own(template, 'id') : undefined;
  if (typeof nested === 'string') return { id: nested, path: ['template', 'id'] };
  const id = configField(step, 'template_id');
  return typeof id === 'string' ? { id, path: ['template_id'] } : undefined;
}

/** Steps that do something to or for a contact. Unknown types are taken to. */
export function acts(step: Step): boolean {
  switch (step.type) {
    case 'trigger':
    case 'delay':
    case 'wait_for_event':
    case 'condition':
    case undefined:
      return false;
    default:
      return true;
  }
}
