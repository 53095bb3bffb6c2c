import { isObject, type JsonObject } from '../model/json.ts';
import { compact, defineResource } from '../model/resource.ts';
import { TEXT } from '../model/step-type.ts';
import { countOf, nameOrNone, reasonOrNone } from './sampled.ts';

/** The newest runs of a workflow, counted. Nothing of their contacts is kept. */
export interface RunSample {
  /** The id of the workflow. */
  readonly workflow?: string;
  /** The sampled runs, the completed ones among them, and whether there are more. */
  readonly runs?: number;
  readonly completed?: number;
  readonly has_more?: boolean;
  /** The workflow was created on the day of the audit. */
  readonly is_new?: boolean;
  /** The duration of the oldest listed run under way. */
  readonly oldest_seconds?: number;
  readonly by_step?: readonly StepSample[];
}

interface StepSample {
  readonly key: string;
  /** Runs that reached the step. */
  readonly reached?: number;
  readonly failed?: number;
  /** Of the completed runs. */
  readonly skipped?: number;
  /** The commonest error, and how often it occurred. */
  readonly error?: string;
  readonly errors?: number;
}

export default defineResource<RunSample>({
  name: 'run_samples',
  object: 'run_sample',
  noun: 'sample of runs',
  plural: 'samples of runs',
  position: 60,
  audit: { word: 'runs', count: ({ runs = 0 }) => runs },
  names: ['workflow'],
  fields: {
    workflow: TEXT,
    runs: { type: 'integer', minimum: 0 },
    completed: { type: 'integer', minimum: 0 },
    by_step: { type: 'array' },
  },
  keep: (raw) =>
    compact<RunSample>({
      workflow: nameOrNone(raw['workflow']),
      runs: countOf(raw['runs']),
      completed: countOf(raw['completed']),
      has_more: raw['has_more'] === true,
      is_new: raw['is_new'] === true,
      oldest_seconds: countOf(raw['oldest_seconds']),
      by_step: Array.isArray(raw['by_step'])
        ? raw['by_step'].filter(isObject).flatMap(keepStep)
        : [],
    }),
  isUsedBy: () => false,
  usedBy: () => [],
});

function keepStep(raw: JsonObject): readonly StepSample[] {
  const key = nameOrNone(raw['key']);
  if (key === undefined) return [];
  return [
    compact<StepSample>({
      key,
      reached: countOf(raw['reached']),
      failed: countOf(raw['failed']),
      skipped: countOf(raw['skipped']),
      error: reasonOrNone(raw['error']),
      errors: countOf(raw['errors']),
    }),
  ];
}
