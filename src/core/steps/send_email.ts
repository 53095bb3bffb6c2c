import { defineStepType, NAMED, OBJECT_OR_NULL, TEXT, TEXT_OR_NULL } from '../model/step-type.ts';

const RECIPIENT = 'remove it: the email goes to the contact of the run';
const CONTENT = 'write the content into the template, and name it as "template": {"id": "…"}';
/** Fields of an email that is sent by a request of its own. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ...['to', 'recipient', 'recipients', 'cc', 'bcc', 'email'].map(
    (field) => [field, RECIPIENT] as const,
  ),
  ...['html', 'text', 'body', 'content', 'react'].map((field) => [field, CONTENT] as const),
]);

/** Any values, lists and flat objects too, and references such as `{"var": "event.plan"}`. */
const VARIABLES = { ...OBJECT_OR_NULL, additionalProperties: { properties: { var: TEXT } } };

export default defineStepType({
  name: 'send_email',
  position: 20,
  otherNames: ['email', 'mail', 'send', 'message'],
  fields: {
    template: {
      schema: {
        type: 'object',
        required: ['id'],
        properties: { id: NAMED, variables: VARIABLES },
      },
    },
    template_id: { becomes: ['template', 'id'] },
    variables: { becomes: ['template', 'variables'] },
    subject: { schema: TEXT_OR_NULL },
    from: { schema: TEXT_OR_NULL },
    reply_to: { schema: { type: ['string', 'array', 'null'] } },
    topic_id: { schema: TEXT_OR_NULL },
  },
  requires: [['template']],
  adviseField: (field) => ADVICE.get(field.toLowerCase()),
  texts: [
    { name: 'template id', use: 'id', of: 'templates', path: ['config', 'template', 'id'] },
    { name: 'subject', use: 'text', path: ['config', 'subject'], hasVariables: true },
    { name: 'sender', use: 'address', path: ['config', 'from'] },
    { name: 'reply address', use: 'address', path: ['config', 'reply_to'] },
    { name: 'topic id', use: 'id', of: 'topics', path: ['config', 'topic_id'] },
  ],
  sendsEmail: true,
  acts: true,
  caption: 'Email',
});
