import { configField, templateIdOf, templateOf } from './config.ts';
import type { Step } from './nodes.ts';
import type { PlaceholderUse } from './placeholder.ts';

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText {
  readonly step: Step;
  /** As a message names it: `template id`. */
  readonly name: string;
  readonly value: string;
  readonly use: PlaceholderUse;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

type Wanted = (value: string, use: PlaceholderUse) => boolean;

/**
 * Adds the texts of a step's config that are wanted, in the order a person reads them. Variables are read by themselves, and
 * values written to a contact are none of them: they are data.
 */
export function collectConfigTexts(step: Step, isWanted: Wanted, texts: ConfigText[]): void {
  switch (step.type) {
    case 'trigger':
    case 'wait_for_event':
      add(texts, step, configField(step, 'event_name'), 'event_name', 'event name', 'id', isWanted);
      return;
    case 'add_to_segment':
      add(texts, step, configField(step, 'segment_id'), 'segment_id', 'segment id', 'id', isWanted);
      return;
    case 'send_email':
      addTextsOfEmail(texts, step, isWanted);
  }
}

function add(texts: ConfigText[], step: Step, value: unknown, field: string, name: string, use: PlaceholderUse, isWanted: Wanted): void {
  if (typeof value === 'string') {
    if (isWanted(value, use)) texts.push({ step, name, value, use, path: ['config', field] });
    return;
  }
  if (!Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string' && isWanted(item, use)) texts.push({ step, name, value: item, use, path: ['config', field, index] });
  }
}

function addTextsOfEmail(texts: ConfigText[], step: Step, isWanted: Wanted): void {
  const { config } = step;
  const id = templateIdOf(step);
  if (id !== undefined && isWanted(id, 'id')) {
    texts.push({ step, name: 'template id', value: id, use: 'id', path: ['config', ...(templateOf(step)?.path ?? [])] });
  }
  add(texts, step, config['subject'], 'subject', 'subject', 'text', isWanted);
  add(texts, step, config['from'], 'from', 'sender', 'text', isWanted);
  add(texts, step, configField(step, 'reply_to'), 'reply_to', 'reply address', 'text', isWanted);
  add(texts, step, configField(step, 'topic_id'), 'topic_id', 'topic id', 'id', isWanted);
}
