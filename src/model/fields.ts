import { camelCase } from './place.ts';

const withTwins = (...names: string[]): ReadonlySet<string> => new Set(names.flatMap((name) => [name, camelCase(name)]));

/** The fields of each kind of node in all dialects, with their camelCase twins. */
export const FIELDS = {
  workflow: withTwins('object', 'id', 'name', 'status', 'created_at', 'updated_at', 'steps', 'edges', 'connections'),
  step: withTwins('key', 'id', 'ref', 'type', 'config'),
  edge: withTwins('id', 'from_step_id', 'to_step_id', 'edge_type', 'from', 'to', 'type'),
  event: withTwins('object', 'id', 'name', 'schema', 'created_at', 'updated_at'),
  list: withTwins('object', 'has_more', 'data'),
} as const;

/** The config fields of each known step type in all dialects, with their camelCase twins. */
export const CONFIG_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['trigger', withTwins('event_name')],
  ['send_email', withTwins('template', 'template_id', 'variables', 'subject', 'from', 'reply_to', 'topic_id')],
  ['delay', withTwins('duration', 'seconds')],
  ['wait_for_event', withTwins('event_name', 'timeout', 'timeout_seconds', 'filter_rule')],
  ['condition', withTwins('type', 'field', 'operator', 'value', 'rules')],
  ['contact_update', withTwins('first_name', 'last_name', 'unsubscribed', 'properties')],
  ['contact_delete', withTwins()],
  ['add_to_segment', withTwins('segment_id')],
]);
