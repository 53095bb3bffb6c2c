import { isGiven, isObject } from './json.ts';
import type { Step } from './nodes.ts';

type Configured = Pick<Step, 'config' | 'spec'>;

/** By today's name, in any spelling of the step type. */
export function configField({ config, spec }: Configured, name: string): unknown {
  const value = config[name];
  if (value !== undefined) return value;
  const others = spec.spellings.get(name);
  if (others === undefined) return undefined;
  for (const spelling of others) {
    const other = config[spelling];
    if (other !== undefined) return other;
  }
  return undefined;
}

/** @param path from the step: `['config', 'template', 'variables']`. */
export function valueAt(step: Step, path: readonly string[]): unknown {
  const value = configField(step, path[1] as string);
  const part = path[2];
  if (part === undefined) return value;
  return isObject(value) ? value[part] : undefined;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

export const eventNameOf = (step: Configured): string | undefined =>
  textOf(configField(step, 'event_name'));

export function templateOf(
  step: Step,
): { readonly id: string; readonly path: readonly string[] } | undefined {
  const template = step.config['template'];
  const nested = isObject(template) ? template['id'] : undefined;
  if (typeof nested === 'string') return { id: nested, path: NESTED_ID };
  const id = configField(step, 'template_id');
  return typeof id === 'string' ? { id, path: PLAIN_ID } : undefined;
}

const NESTED_ID = ['template', 'id'];
const PLAIN_ID = ['template_id'];

export const templateIdOf = (step: Step): string | undefined => templateOf(step)?.id;

/** Whether a step names its successor by something other than a key. It has a finding of its own. */
export function hasUnreadableLink({ raw: { next, branches } }: Pick<Step, 'raw'>): boolean {
  const isKey = (value: unknown): boolean => !isGiven(value) || typeof value === 'string';
  if (!isKey(next)) return true;
  return isGiven(branches) && !(isObject(branches) && Object.values(branches).every(isKey));
}
