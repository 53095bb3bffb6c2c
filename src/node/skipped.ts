import { errorMessageOf, isNearlyWorkflow } from '../core/document/recognize.ts';
import type { Skipped } from '../core/model/finding.ts';
import type { Document } from '../core/model/workflow.ts';

const LANGUAGES = { yaml: 'YAML', html: 'HTML or XML' } as const;

/** A document that was found and is not ours, with what it holds. */
export function skippedOf({ input, value, faults: [fault] }: Document): Skipped {
  const skipped = (reason: string, isDoubtful: boolean): Skipped => ({
    source: input.name,
    reason,
    ...(isDoubtful && { isDoubtful }),
  });
  if (isNearlyWorkflow(value)) return skipped('nearly a workflow', true);
  if (errorMessageOf(value) !== undefined) return skipped('an error response of the service', true);
  const reason = fault?.kind === 'syntax' ? fault.reason : undefined;
  if (reason === undefined) return skipped('no workflow or event definition', false);
  if (reason.is === 'empty') return skipped('an empty file', true);
  if (reason.is === 'language') return skipped(LANGUAGES[reason.language], true);
  return skipped('invalid JSON that mentions no steps, edges, connections or "object"', false);
}
