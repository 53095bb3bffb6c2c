import { configField, templateOf, textOf } from '../model/config.ts';
import { quote, shortKey } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { defineStepType, NAMED, OBJECT_OR_NULL, TEXT_OR_NULL } from '../model/step-type.ts';

export default defineStepType({
  name: 'send_email',
  position: 20,
  otherNames: ['email', 'mail', 'send', 'message'],
  fields: {
    template: {
      schema: {
        type: 'object',
        required: ['id'],
        properties: { id: NAMED, variables: OBJECT_OR_NULL },
      },
      nullIsAbsent: true,
      example: '{"id": "…"}',
    },
    template_id: { schema: NAMED, nullIsAbsent: true, sameAs: ['template', 'id'] },
    variables: { schema: OBJECT_OR_NULL, nullIsAbsent: true, sameAs: ['template', 'variables'] },
    subject: { schema: TEXT_OR_NULL, nullIsAbsent: true },
    from: { schema: TEXT_OR_NULL, nullIsAbsent: true },
    reply_to: { schema: { type: ['string', 'array', 'null'] }, nullIsAbsent: true },
    topic_id: { schema: TEXT_OR_NULL, nullIsAbsent: true },
  },
  requires: [['template', 'template_id']],
  adviseField: (field) => ADVICE.get(field.toLowerCase()),
  texts: [
    {
      name: 'template id',
      use: 'id',
      of: 'templates',
      at: [
        ['config', 'template', 'id'],
        ['config', 'template_id'],
      ],
    },
    { name: 'subject', use: 'text', at: [['config', 'subject']], hasVariables: true },
    { name: 'sender', use: 'address', at: [['config', 'from']] },
    { name: 'reply address', use: 'address', at: [['config', 'reply_to']] },
    { name: 'topic id', use: 'id', of: 'topics', at: [['config', 'topic_id']] },
  ],
  variables: [
    ['config', 'template', 'variables'],
    ['config', 'variables'],
  ],
  effects: { sends: 'email' },
  caption: 'Email',
  kind: 'email',
  icon: 'M2.5 4.5h15v11h-15zM2.9 5l7.1 6 7.1-6',
  summarize(step) {
    const id = textOf(templateOf(step)?.id);
    const template = id === undefined ? 'no template' : `template ${shortKey(id)}`;
    const subject = subjectOf(step);
    return subject === undefined ? [template] : [subject, template];
  },
  describe: (step) => subjectOf(step) ?? templateOf(step)?.id ?? 'an email without a template',
  hint(step) {
    const subject = subjectOf(step);
    return subject === undefined ? undefined : quote(subject);
  },
});

const RECIPIENT = 'remove it: the email goes to the contact of the run';
const CONTENT = 'write the content into the template, and name it as "template": {"id": "…"}';
/** Fields of an email that is sent by a request. */
const ADVICE = new Map([
  ...['to', 'recipient', 'recipients', 'cc', 'bcc', 'email'].map(
    (field) => [field, RECIPIENT] as const,
  ),
  ...['html', 'text', 'body', 'content', 'react'].map((field) => [field, CONTENT] as const),
]);

const subjectOf = (step: Step): string | undefined => textOf(configField(step, 'subject'));
