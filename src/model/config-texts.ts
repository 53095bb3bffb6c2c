import { configField, templateOf } from './config.ts';
import { quote } from './label.ts';
import type { Step } from './nodes.ts';
import type { PlaceholderUse } from './placeholder.ts';
import { templateVariablesOf } from './variables.ts';

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText {
  /** As a message names it: `template id`, `variable "PLAN"`. */
  readonly name: string;
  readonly value: string;
  readonly use: PlaceholderUse;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

const NONE: readonly never[] = [];

/** The texts of a step's config, in the order a person reads them. Values written to a contact are none of them: they are data. */
export function configTextsOf(step: Step): readonly ConfigText[] {
  switch (step.type) {
    case 'trigger':
    case 'wait_for_event':
      return fieldsOf(step, ID_OF_EVENT);
    case 'add_to_segment':
      return fieldsOf(step, ID_OF_SEGMENT);
    case 'send_email':
      return textsOfEmail(step);
    default:
      return NONE;
  }
}

type Field = readonly [field: string, name: string, use: PlaceholderUse];

const ID_OF_EVENT: readonly Field[] = [['event_name', 'event name', 'id']];
const ID_OF_SEGMENT: readonly Field[] = [['segment_id', 'segment id', 'id']];
const OF_EMAIL: readonly Field[] = [
  ['subject', 'subject', 'text'],
  ['from', 'sender', 'text'],
  ['reply_to', 'reply address', 'text'],
  ['topic_id', 'topic id', 'id'],
];

function fieldsOf(step: Step, fields: readonly Field[]): ConfigText[] {
  const texts: ConfigText[] = [];
  for (const [field, name, use] of fields) {
    const value = configField(step, field);
    if (typeof value === 'string') texts.push({ name, value, use, path: ['config', field] });
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) if (typeof item === 'string') texts.push({ name, value: item, use, path: ['config', field, index] });
    }
  }
  return texts;
}

function textsOfEmail(step: Step): readonly ConfigText[] {
  const texts = fieldsOf(step, OF_EMAIL);
  const template = templateOf(step);
  if (template !== undefined) texts.unshift({ name: 'template id', value: template.id, use: 'id', path: ['config', ...template.path] });
  for (const { key, value, path } of templateVariablesOf(step)) {
    if (typeof value === 'string') texts.push({ name: `variable ${quote(key)}`, value, use: 'text', path });
  }
  return texts;
}
