import { isNearlyWorkflow } from '../core/document/recognize.ts';
import type { Skipped } from '../core/model/finding.ts';
import { describeForeign } from '../core/model/foreign.ts';
import type { Document } from '../core/model/workflow.ts';

const LANGUAGES = { yaml: 'YAML', html: 'HTML or XML', javascript: 'JavaScript' } as const;

/** A document that was found and is not ours, with what it holds. */
export function skippedOf({ input, value, faults: [fault] }: Document): Skipped {
  const skipped = (reason: string, isDoubtful: boolean): Skipped => ({
    source: input.name,
    reason,
    ...(isDoubtful && { isDoubtful }),
  });
  if (fault?.kind === 'foreign') {
    const content = describeForeign(fault.found);
    if (isNearlyWorkflow(value)) return skipped(`nearly a workflow: ${content}`, true);
    return skipped(content, fault.found.is === 'error-response');
  }
  const reason = fault?.kind === 'syntax' ? fault.reason : undefined;
  if (reason?.is === 'empty') return skipped('an empty file', true);
  if (reason?.is === 'language')
    return skipped(LANGUAGES[reason.language], reason.language !== 'javascript');
  return skipped('invalid JSON that mentions no steps, edges, connections or "object"', false);
}
