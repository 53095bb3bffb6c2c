import { valueAt } from './config.ts';
import type { Step } from './nodes.ts';
import type { TextField } from './step-type.ts';

/** A text of a step's config that the service looks up, or sends. */
export interface ConfigText extends Pick<TextField, 'name' | 'use'> {
  readonly step: Step;
  readonly value: string;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/**
 * Adds the texts of a step's config that are wanted, of the given fields of its type. Variables are read by themselves, and
 * values written to a contact are none of them: they are data.
 */
export function collectConfigTexts(
  step: Step,
  fields: readonly TextField[],
  isWanted: (value: string, use: TextField['use']) => boolean,
  texts: ConfigText[],
): void {
  for (const field of fields) {
    const { name, use } = field;
    for (const path of field.at) {
      const found = valueAt(step, path);
      if (typeof found === 'string') {
        if (isWanted(found, use))
          texts.push({ step, name, value: found, use, path: ['config', ...path] });
        break;
      }
      if (!Array.isArray(found)) continue;
      for (const [index, value] of found.entries()) {
        if (typeof value === 'string' && isWanted(value, use))
          texts.push({ step, name, value, use, path: ['config', ...path, index] });
      }
    }
  }
}
