import * as dialect from '../src/core/document/dialect.ts';
import { labelOf } from '../src/core/model/config.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { isObject } from '../src/core/model/json.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { Edge, EventDefinition, List, Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

type Owner = Workflow | Step | Edge | EventDefinition | List;

export default defineRule({
  id: 'unknown-field',
  severity: 'warning',
  preset: 'recommended',
  stage: 'readable',
  summary: 'A field that does not exist for its object in any format of the service.',
  why: 'The service ignores the field, so what it says of an email or delay has no effect.',
  remedy: 'Correct the name of the field, move it to the right place, or remove it.',

  document({ document: { workflows, events, lists } }, report) {
    for (const list of lists) check(list, dialect.LIST, 'list', report);
    for (const event of events) check(event, dialect.EVENT, 'event', report);
    for (const workflow of workflows) {
      const { edges = [], steps = [], edgeNoun } = workflow;
      check(workflow, dialect.WORKFLOW, 'workflow', report);
      for (const edge of edges) check(edge, dialect.EDGE, edgeNoun, report);
      for (const step of steps) {
        check(step, dialect.STEP, 'step', report);
        checkConfig(step, report);
      }
    }
  },
});

/** A name that was bound is a fault of what is meant; any other is only ignored by the service. */
function check(owner: Owner, known: dialect.Spellings, noun: string, report: ReportFn): void {
  for (const { field, isKey, written, meant } of owner.corrections)
    if (isKey)
      report({
        ...reportOf(owner, noun, field, written),
        help: didYouMean(meant),
        fixes: renameFix([owner, ...field], meant),
        ...(isNeeded(owner, field) && { severity: 'error' }),
      });
  for (const field of dialect.readFields(owner.raw, known).unknown) {
    if (isBound(owner, [field])) continue;
    const isLink = owner.kind === 'step' && (field === 'next' || field === 'branches');
    report({
      ...reportOf(owner, noun, [field], field),
      ...(isLink
        ? { help: 'list what connects the steps in "connections" of the workflow' }
        : { severity: 'info', preset: 'strict' }),
    });
  }
}

function checkConfig(step: Step, report: ReportFn): void {
  const { spec, raw } = step;
  const config = raw[step.written.get('/config')?.slice(1) ?? 'config'];
  // Of a type with other fields, only misspelt ones are reported.
  if (!spec.isKnown || spec.isOpen || !isObject(config)) return;
  const names = [...spec.fields.keys()];
  const advice = names.length === 0 ? 'remove it' : `use one of ${names.join(', ')}`;
  for (const field of dialect.readFields(config, dialect.spellingsOf(spec)).unknown)
    if (!isBound(step, ['config', field]))
      report({
        ...reportOf(step, 'step', ['config', field], field),
        help: spec.adviseField?.(field, step) ?? advice,
      });
}

const reportOf = (owner: Owner, noun: string, field: readonly string[], name: string): Report => ({
  ...{ at: [owner, ...field], mark: 'key', name },
  message:
    owner.kind === 'step' && field.length > 1
      ? `unknown config field ${quote(name)} of ${labelOf(owner)}`
      : `unknown ${noun} field ${quote(name)}`,
});

const isBound = ({ corrections }: Owner, path: readonly string[]): boolean =>
  corrections.some(
    ({ isKey, written, field }) => isKey && written === path.at(-1) && field.length === path.length,
  );

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
