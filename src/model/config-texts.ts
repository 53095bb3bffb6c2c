import { configField, templateIdOf, templateOf } from './config.ts';
import type { Step } from './nodes.ts';
import type { PlaceholderUse } from './placeholder.ts';

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText {
  /** As a message names it: `template id`. */
  readonly name: string;
  readonly value: string;
  readonly use: PlaceholderUse;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

const NONE: readonly never[] = [];

type Wanted = (value: string, use: PlaceholderUse) => boolean;

/**
 * The texts of a step's config that are wanted, in the order a person reads them. Variables are read by themselves, and values
 * written to a contact are none of them: they are data.
 */
export function configTextsOf(step: Step, isWanted: Wanted): readonly ConfigText[] {
  const texts: ConfigText[] = [];
  switch (step.type) {
    case 'trigger':
    case 'wait_for_event':
      add(texts, configField(step, 'event_name'), 'event_name', 'event name', 'id', isWanted);
      break;
    case 'add_to_segment':
      add(texts, configField(step, 'segment_id'), 'segment_id', 'segment id', 'id', isWanted);
      break;
    case 'send_email':
      addTextsOfEmail(texts, step, isWanted);
      break;
    default:
      return NONE;
  }
  return texts;
}

function add(texts: ConfigText[], value: unknown, field: string, name: string, use: PlaceholderUse, isWanted: Wanted): void {
  if (typeof value === 'string') {
    if (isWanted(value, use)) texts.push({ name, value, use, path: ['config', field] });
    return;
  }
  if (!Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string' && isWanted(item, use)) texts.push({ name, value: item, use, path: ['config', field, index] });
  }
}

function addTextsOfEmail(texts: ConfigText[], step: Step, isWanted: Wanted): void {
  const { config } = step;
  const id = templateIdOf(step);
  if (id !== undefined && isWanted(id, 'id')) {
    texts.push({ name: 'template id', value: id, use: 'id', path: ['config', ...(templateOf(step)?.path ?? [])] });
  }
  add(texts, config['subject'], 'subject', 'subject', 'text', isWanted);
  add(texts, config['from'], 'from', 'sender', 'text', isWanted);
  add(texts, configField(step, 'reply_to'), 'reply_to', 'reply address', 'text', isWanted);
  add(texts, configField(step, 'topic_id'), 'topic_id', 'topic id', 'id', isWanted);
}
