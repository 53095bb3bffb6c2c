import { valueAt } from './config.ts';
import type { Step } from './nodes.ts';
import type { TextField } from './step-spec.ts';

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText {
  readonly step: Step;
  readonly field: TextField;
  readonly value: string;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/** The texts of a step's config. Variables are read separately, and values written to a contact are no texts but data. */
export function configTextsOf(step: Step): readonly ConfigText[] {
  const texts: ConfigText[] = [];
  for (const field of step.spec.texts) {
    for (const path of field.at) {
      const value = valueAt(step, path);
      if (typeof value === 'string') {
        texts.push({ step, field, value, path });
        break;
      }
      if (!Array.isArray(value)) continue;
      for (const [index, item] of value.entries())
        if (typeof item === 'string')
          texts.push({ step, field, value: item, path: [...path, index] });
    }
  }
  return texts;
}
