import { parseDocument } from '../../src/document/parse.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Workflow } from '../../src/model/nodes.ts';
import { lintTexts } from '../lint-text.ts';

export const step = (key: string, type: string, config: object = {}) => ({ key, type, config });

/** The first workflow of a value, as a file of it would be read, and what the rules find in it. */
export function lintedWorkflow(value: unknown): { readonly workflow: Workflow; readonly findings: readonly Finding[] } {
  const text = JSON.stringify(value);
  const [workflow] = parseDocument(text, { source: 'w.json', index: 0, line: 1, start: 0, end: text.length }).workflows;
  if (workflow === undefined) throw new Error('no workflow in it');
  return { workflow, findings: lintTexts({ 'w.json': text }).findings };
}
