import { isObject, type JsonObject } from './json.ts';
import type { Step } from './nodes.ts';

/** The eight step types the service is known to have. */
export const STEP_TYPES = ['trigger', 'send_email', 'delay', 'wait_for_event', 'condition', 'contact_update', 'contact_delete', 'add_to_segment'] as const;
export const EDGE_TYPES = ['default', 'condition_met', 'condition_not_met', 'event_received', 'timeout'] as const;

const KNOWN_STEP_TYPES: ReadonlySet<string> = new Set(STEP_TYPES);
const KNOWN_EDGE_TYPES: ReadonlySet<string> = new Set(EDGE_TYPES);

export const isKnownStepType = (type: string): boolean => KNOWN_STEP_TYPES.has(type);
export const isKnownEdgeType = (type: string): boolean => KNOWN_EDGE_TYPES.has(type);

/** The fields of two words that are read by name: they may stand there in camelCase. */
export type TwinField =
  | 'created_at'
  | 'event_name'
  | 'filter_rule'
  | 'first_name'
  | 'last_name'
  | 'reply_to'
  | 'segment_id'
  | 'template_id'
  | 'timeout_seconds'
  | 'topic_id'
  | 'updated_at';

/** A config field by its snake_case name, or its camelCase twin; `undefined` when the step has neither. */
export function configField(step: Step, name: TwinField): unknown {
  return fieldOf(step.config, name);
}

/**
 * A field of an object by its snake_case name, or its camelCase twin. Written out, since a property that the code names is
 * found many times faster than one named by a variable; and no object inherits any of these names.
 */
export function fieldOf(object: JsonObject, name: TwinField): unknown {
  switch (name) {
    case 'created_at':
      return object['created_at'] === undefined ? object['createdAt'] : object['created_at'];
    case 'event_name':
      return object['event_name'] === undefined ? object['eventName'] : object['event_name'];
    case 'filter_rule':
      return object['filter_rule'] === undefined ? object['filterRule'] : object['filter_rule'];
    case 'first_name':
      return object['first_name'] === undefined ? object['firstName'] : object['first_name'];
    case 'last_name':
      return object['last_name'] === undefined ? object['lastName'] : object['last_name'];
    case 'reply_to':
      return object['reply_to'] === undefined ? object['replyTo'] : object['reply_to'];
    case 'segment_id':
      return object['segment_id'] === undefined ? object['segmentId'] : object['segment_id'];
    case 'template_id':
      return object['template_id'] === undefined ? object['templateId'] : object['template_id'];
    case 'timeout_seconds':
      return object['timeout_seconds'] === undefined ? object['timeoutSeconds'] : object['timeout_seconds'];
    case 'topic_id':
      return object['topic_id'] === undefined ? object['topicId'] : object['topic_id'];
    case 'updated_at':
      return object['updated_at'] === undefined ? object['updatedAt'] : object['updated_at'];
  }
}

/** The event a trigger or wait_for_event names, when it is text that is not blank. */
export function eventNameOf(step: Step): string | undefined {
  const name = configField(step, 'event_name');
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** The template a send_email uses and where it stands in the config. */
export function templateOf(step: Step): { readonly id: string; readonly path: readonly string[] } | undefined {
  const template = step.config['template'];
  const nested = isObject(template) ? template['id'] : undefined;
  if (typeof nested === 'string') return { id: nested, path: ['template', 'id'] };
  const id = configField(step, 'template_id');
  return typeof id === 'string' ? { id, path: ['template_id'] } : undefined;
}

/** The id of the template a send_email uses. */
export function templateIdOf(step: Step): string | undefined {
  const template = step.config['template'];
  const nested = isObject(template) ? template['id'] : undefined;
  const id = typeof nested === 'string' ? nested : configField(step, 'template_id');
  return typeof id === 'string' ? id : undefined;
}

/** Steps that do something to or for a contact. Unknown types are taken to, and so is a step whose type is missing. */
export function acts(step: Step): boolean {
  switch (step.type) {
    case 'trigger':
    case 'delay':
    case 'wait_for_event':
    case 'condition':
      return false;
    default:
      return true;
  }
}
