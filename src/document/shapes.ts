/**
 * JSON Schemas (draft-07) of what the read API and the files of its users hold, all dialects at once. They are compiled
 * ahead of time into `shapes.generated.ts` by `npm run generate`. Only `type`, `required`, `pattern`, and these two may be
 * used, for which `problems.ts` has words: `requireOne` asks for one of several fields; `requireWith` asks for the fields `also`
 * where any of the fields `any` is there. In terms of `anyOf` and `if`, what does fit would cost more than to parse it.
 */
type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const named: Schema = { type: 'string', pattern: '\\S' };
const objectOrNull: Schema = { type: ['object', 'null'] };

/** A field under one of several names. */
const oneOf = (...names: string[]): Schema => ({ requireOne: names });

const timestamps = { created_at: text, createdAt: text, updated_at: textOrNull, updatedAt: textOrNull };
const fromTheService = ['created_at', 'createdAt', 'updated_at', 'updatedAt'];

const step: Schema = {
  type: 'object',
  required: ['type', 'config'],
  ...oneOf('key', 'id', 'ref'),
  properties: { key: text, id: text, ref: text, type: text, config: { type: 'object' } },
};

const edge: Schema = {
  type: 'object',
  allOf: [oneOf('from', 'from_step_id', 'fromStepId'), oneOf('to', 'to_step_id', 'toStepId')],
  properties: {
    id: text,
    from_step_id: text,
    fromStepId: text,
    from: text,
    to_step_id: text,
    toStepId: text,
    to: text,
    edge_type: text,
    edgeType: text,
    type: text,
  },
};

const workflowProperties = { object: text, id: text, name: text, status: text, ...timestamps };

// What the service sent has an id and a status; a file written by hand for `create` may leave both to the service.
const whatTheServiceAdds = { requireWith: { any: ['object', ...fromTheService], also: ['id', 'status'] } };

export const SHAPES = {
  workflow: {
    type: 'object',
    required: ['name', 'steps'],
    ...oneOf('connections', 'edges'),
    ...whatTheServiceAdds,
    properties: {
      ...workflowProperties,
      steps: { type: 'array', items: step },
      edges: { type: 'array', items: edge },
      connections: { type: 'array', items: edge },
    },
  },
  workflowSummary: { type: 'object', required: ['name'], ...whatTheServiceAdds, properties: workflowProperties },
  event: {
    type: 'object',
    required: ['name'],
    requireWith: { any: fromTheService, also: ['id'] },
    properties: { id: text, name: text, schema: { type: ['object', 'null'], additionalProperties: text }, ...timestamps },
  },
  list: {
    type: 'object',
    required: ['data'],
    properties: { object: text, has_more: { type: 'boolean' }, hasMore: { type: 'boolean' }, data: { type: 'array' } },
  },
  trigger: { type: 'object', ...oneOf('event_name', 'eventName'), properties: { event_name: named, eventName: named } },
  send_email: {
    type: 'object',
    ...oneOf('template', 'template_id', 'templateId'),
    properties: {
      template: { type: 'object', required: ['id'], properties: { id: named, variables: objectOrNull } },
      template_id: named,
      templateId: named,
      variables: objectOrNull,
      subject: textOrNull,
      from: textOrNull,
      reply_to: { type: ['string', 'array', 'null'] },
      replyTo: { type: ['string', 'array', 'null'] },
      topic_id: textOrNull,
      topicId: textOrNull,
    },
  },
  // Whether a length of time can be read is for the rule invalid-delay to say.
  delay: { type: 'object', ...oneOf('duration', 'seconds') },
  wait_for_event: {
    type: 'object',
    ...oneOf('event_name', 'eventName'),
    properties: { event_name: named, eventName: named, filter_rule: objectOrNull, filterRule: objectOrNull },
  },
  contact_update: { type: 'object', properties: { properties: objectOrNull } },
  add_to_segment: { type: 'object', ...oneOf('segment_id', 'segmentId'), properties: { segment_id: named, segmentId: named } },
} as const satisfies Record<string, Schema>;

export type ShapeName = keyof typeof SHAPES;
