import * as dialect from '../src/core/document/dialect.ts';
import { labelOf } from '../src/core/model/config.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { isObject } from '../src/core/model/json.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { Edge, EventDefinition, List, Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

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
  for (const { field, isKey, written, meant } of owner.corrections) {
    if (!isKey) continue;
    const [last, ...holders] = [...field].reverse();
    const isInConfig = holders.length > 0 && owner.kind === 'step';
    const within = holders.length > 1 ? ` in ${quote(holders[0] ?? '')}` : '';
    report({
      at: [owner, ...field],
      mark: 'key',
      message: isInConfig
        ? `unknown config field ${quote(written)}${within} of ${labelOf(owner)}`
        : `unknown ${noun} field ${quote(written)}`,
      help: didYouMean(meant),
      fixes: renameFix([owner, ...field], meant),
      name: written,
      ...(isNeeded(owner, String(last), isInConfig) && { severity: 'error' }),
    });
  }
  for (const field of dialect.readFields(owner.raw, known).unknown) {
    if (isBound(owner, [field])) continue;
    const isLink = owner.kind === 'step' && (field === 'next' || field === 'branches');
    report({
      at: [owner, field],
      mark: 'key',
      message: `unknown ${noun} field ${quote(field)}`,
      name: field,
      ...(isLink ? { help: adviseEdges(owner.workflow) } : { severity: 'info', preset: 'strict' }),
    });
  }
}

function checkConfig(step: Step, report: ReportFn): void {
  const { spec, raw } = step;
  const config = raw[step.written.get('/config')?.slice(1) ?? 'config'];
  // Of a type with other fields, only misspelt ones are reported.
  if (!spec.isKnown || spec.isOpen || !isObject(config)) return;
  for (const field of dialect.readFields(config, dialect.spellingsOf(spec)).unknown) {
    if (isBound(step, ['config', field])) continue;
    const names = [...spec.fields.keys()];
    report({
      at: [step, 'config', field],
      mark: 'key',
      message: `unknown config field ${quote(field)} of ${labelOf(step)}`,
      help:
        spec.adviseField?.(field, step) ??
        (names.length === 0 ? 'write "config": {}' : `use one of ${names.join(', ')}`),
      name: field,
    });
  }
}

const isBound = ({ corrections }: Owner, path: readonly string[]): boolean =>
  corrections.some(
    ({ isKey, written, field }) => isKey && written === path.at(-1) && field.length === path.length,
  );

/** Whether the service rejects the object without the field. */
function isNeeded(owner: Owner, field: string, isInConfig: boolean): boolean {
  if (owner.kind === 'step' && isInConfig)
    return owner.spec.requires.some((group) => group.includes(field)) || field === 'id';
  return REQUIRED[owner.kind].includes(field);
}

const REQUIRED: Readonly<Record<Owner['kind'], readonly string[]>> = {
  workflow: ['name', 'steps', 'edges'],
  step: ['key', 'type', 'config'],
  edge: ['from', 'to'],
  event: ['name'],
  list: ['data'],
};

/** What the links of steps are in today's words: the first of them as an example. */
function adviseEdges({ steps = [] }: Workflow): string {
  const linked = steps.find(({ raw }) => typeof raw['next'] === 'string');
  const example = { from: linked?.key ?? '…', to: linked?.raw['next'] ?? '…', type: 'default' };
  return `list the edges of the workflow in "connections": [${JSON.stringify(example)}, …]`;
}
