import { renameFix } from '../src/core/model/fix.ts';
import { didYouMean, labelOf, quote } from '../src/core/model/text.ts';
import type { Edge, EventDefinition, List, Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

type Owner = Workflow | Step | Edge | EventDefinition | List;

export default defineRule({
  id: 'unknown-field',
  severity: 'warning',
  stage: 'readable',
  summary: 'A field that does not exist for its object in any format of the service.',
  why: 'The service ignores the field, so what it says of an email or delay has no effect.',
  remedy: 'Correct the name of the field, move it to the right place, or remove it.',

  document({ document: { workflows, events, lists } }, report) {
    for (const list of lists) check(list, 'list', report);
    for (const event of events) check(event, 'event', report);
    for (const workflow of workflows) {
      const { edges = [], steps = [], edgeNoun } = workflow;
      check(workflow, 'workflow', report);
      for (const edge of edges) check(edge, edgeNoun, report);
      for (const step of steps) check(step, 'step', report);
    }
  },
});

/** A name that was bound is a fault of what is meant; any other is only ignored by the service. */
function check(owner: Owner, noun: string, report: ReportFn): void {
  // Where the name is corrected, the service starts to write the contact.
  const writes = owner.kind === 'step' ? owner.spec.writes : [];
  for (const { field, isKey, written, meant } of owner.names.corrections)
    if (isKey)
      report({
        ...reportOf(owner, noun, field, written),
        help: didYouMean(meant),
        fixes: renameFix([owner, ...field], meant, writes.includes(meant) ? 'unsafe' : 'safe'),
        ...(isNeeded(owner, field) && { severity: 'error' }),
      });
  for (const path of owner.names.unknown) {
    const [field = '', name] = path;
    // Objects in a config, such as the variables, have names of their own.
    if (path.length > 2) continue;
    const isLink = owner.kind === 'step' && (field === 'next' || field === 'branches');
    const more = isLink
      ? { help: 'list what connects the steps in "connections" of the workflow' }
      : ({ severity: 'info', preset: 'strict' } as const);
    if (name === undefined) report({ ...reportOf(owner, noun, path, field), ...more });
    else if (owner.kind === 'step' && !owner.spec.isOpen)
      report({ ...reportOf(owner, noun, path, name), help: adviseField(owner, name) });
  }
}

function adviseField(step: Step, field: string): string {
  const names = [...step.spec.fields.keys()];
  const advice = names.length === 0 ? 'remove it' : `use one of ${names.join(', ')}`;
  return step.spec.adviseField?.(field, step) ?? advice;
}

const reportOf = (owner: Owner, noun: string, field: readonly string[], name: string): Report => ({
  ...{ at: [owner, ...field], mark: 'key', name },
  message:
    owner.kind === 'step' && field.length > 1
      ? `unknown config field ${quote(name)} of ${labelOf(owner)}`
      : `unknown ${noun} field ${quote(name)}`,
});

/** Whether the service rejects the object without the field. */
function isNeeded(owner: Owner, field: readonly string[]): boolean {
  const last = field.at(-1) ?? '';
  return owner.kind === 'step' && field.length > 1
    ? owner.spec.requires.some((group) => group.includes(last)) || last === 'id'
    : NEEDED.has(`${owner.kind} ${last}`);
}

const NEEDED: ReadonlySet<string> = new Set([
  ...['workflow name', 'workflow steps', 'workflow edges', 'step key', 'step type', 'step config'],
  ...['edge from', 'edge to', 'event name', 'list data'],
]);
