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

type Wanted = (value: string, use: PlaceholderUse) => boolean;

/**
 * The texts of a step's config that are wanted, in the order a person reads them. Values written to a contact are none of
 * them: they are data.
 */
export function configTextsOf(step: Step, isWanted: Wanted): readonly ConfigText[] {
  switch (step.type) {
    case 'trigger':
    case 'wait_for_event':
      return textsOf(configField(step, 'event_name'), 'event_name', 'event name', 'id', isWanted);
    case 'add_to_segment':
      return textsOf(configField(step, 'segment_id'), 'segment_id', 'segment id', 'id', isWanted);
    case 'send_email':
      return textsOfEmail(step, isWanted);
    default:
      return NONE;
  }
}

function textsOf(value: unknown, field: string, name: string, use: PlaceholderUse, isWanted: Wanted): readonly ConfigText[] {
  if (typeof value === 'string') return isWanted(value, use) ? [{ name, value, use, path: ['config', field] }] : NONE;
  if (!Array.isArray(value)) return NONE;
  const texts: ConfigText[] = [];
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string' && isWanted(item, use)) texts.push({ name, value: item, use, path: ['config', field, index] });
  }
  return texts;
}

function textsOfEmail(step: Step, isWanted: Wanted): readonly ConfigText[] {
  const { config } = step;
  const template = templateOf(step);
  const parts = [
    template === undefined || !isWanted(template.id, 'id')
      ? NONE
      : [{ name: 'template id', value: template.id, use: 'id' as const, path: ['config', ...template.path] }],
    textsOf(config['subject'], 'subject', 'subject', 'text', isWanted),
    textsOf(config['from'], 'from', 'sender', 'text', isWanted),
    textsOf(configField(step, 'reply_to'), 'reply_to', 'reply address', 'text', isWanted),
    textsOf(configField(step, 'topic_id'), 'topic_id', 'topic id', 'id', isWanted),
    textsOfVariables(step, isWanted),
  ];
  return parts.every((part) => part === NONE) ? NONE : parts.flat();
}

function textsOfVariables(step: Step, isWanted: Wanted): readonly ConfigText[] {
  const texts: ConfigText[] = [];
  for (const { key, value, path } of templateVariablesOf(step)) {
    if (typeof value === 'string' && isWanted(value, 'text')) texts.push({ name: `variable ${quote(key)}`, value, use: 'text', path });
  }
  return texts.length === 0 ? NONE : texts;
}
