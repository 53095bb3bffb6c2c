/** What the rules are to each other. */
import type { Causes } from '../src/core/lint/finish.ts';

/** Plain consequences: held back where a rule on the right reports the same step or edge. */
export const causes: Causes = new Map([
  ['type-mismatch', ['literal-variable']],
  ['impossible-condition', ['type-mismatch']],
  ['contact-pressure', ['back-to-back-emails']],
]);

/** Where something could not be read: never off, never accepted. */
export const mandatory: ReadonlySet<string> = new Set([
  'invalid-json',
  'unrecognized-document',
  'rule-crashed',
]);
