import { comparisonsOf, conditionOf } from '../src/core/model/condition.ts';
import { eventNameOf, labelOf, templateOf, textsOf, valuesOf } from '../src/core/model/config.ts';
import { contactFieldMeant } from '../src/core/model/contact.ts';
import { writeFix } from '../src/core/model/fix.ts';
import type { At } from '../src/core/model/place.ts';
import { isReferenceText, parseReference } from '../src/core/model/references.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import {
  type Expression,
  findExpressions,
  findLiterals,
  hasUnevenBraces,
} from '../src/core/model/template-text.ts';
import { quote } from '../src/core/model/text.ts';
import type { ResourceItem, Step } from '../src/core/model/workflow.ts';
import type { Template } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'literal-variable',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A variable or expression in a syntax that the service does not replace.',
  why: 'It is sent as it stands, so the contact reads "{{event.plan}}" in the email.',
  remedy: 'Write {"var": "event.plan"} as the value; in a text, write {{{event.plan}}}.',

  workflow({ steps, workspace }, report) {
    for (const step of steps) {
      const values = valuesOf(step).map((each) => ({ ...each, check: checkValue }));
      const texts = textsOf(step).filter(({ field }) => field.hasVariables);
      const subjects = texts.map((each) => ({ ...each, ...each.field, check: checkText }));
      for (const { name, value, path, check } of [...values, ...subjects]) {
        if (typeof value !== 'string') continue;
        const written = { step, at: [step, ...path] as const, value, name };
        if (hasUnevenBraces(value)) reportBraces(written, report);
        else check(written, workspace, report);
      }
      checkCondition(step, report);
    }
  },

  workspace({ workspace: { workflows, documents } }, report) {
    const steps = workflows.flatMap((workflow) => workflow.steps ?? []);
    const used = new Set(steps.flatMap((step) => templateOf(step) ?? []));
    for (const item of documents.flatMap(({ items }) => items)) {
      if (item.of !== 'templates') continue;
      const template = item as ResourceItem<Template>;
      const { id = '', alias } = template.value;
      if (used.has(id) || used.has(alias ?? '')) checkTemplate(template, report);
    }
  },
});

interface Written {
  readonly step: Step;
  readonly at: At;
  readonly value: string;
  readonly name: string;
}

function reportBraces({ step, at, name }: Written, report: ReportFn): void {
  report({
    at,
    message: `braces of a variable do not match in ${quote(name)} of ${labelOf(step)}`,
    help: 'add the missing braces, or remove the others',
    severity: 'warning',
  });
}

/** A template variable, or a field of a contact that is written. */
function checkValue({ step, at, value, name }: Written, workspace: Workspace, report: ReportFn) {
  const found = expressionIn(value);
  if (found === undefined) return;
  const meant = referenceMeant(found.name, step, workspace);
  const isWhole = found.written === value.trim() && meant !== undefined;
  const isSure = found.name === meant && !value.includes('|');
  const more = isWhole ? '' : ', and put the other text into the template';
  report({
    at,
    message: `text ${quote(value)} of ${quote(name)} is not replaced`,
    help: `write {"var": "${meant ?? 'event.…'}"}${more}`,
    fixes: isWhole ? writeFix(at, { var: meant }, isSure ? 'safe' : 'unsafe') : [],
    habit: 'values are texts whose variables are not replaced',
    name,
  });
}

/** Names that the service sets in subjects. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['contact.first_name', 'FIRST_NAME'],
  ['contact.last_name', 'LAST_NAME'],
  ['contact.email', 'EMAIL'],
]);

/** A subject. */
function checkText({ step, at, value, name }: Written, workspace: Workspace, report: ReportFn) {
  const [literal] = findLiterals(value);
  if (literal === undefined) return;
  const reference = referenceMeant(literal.name, step, workspace);
  const meant = reference && `{{{${RESERVED.get(reference) ?? reference}}}}`;
  report({
    at,
    message: `variable ${quote(literal.written)} in the ${name} is not replaced`,
    help: `write ${quote(meant ?? '{{{event.…}}}')}, or plain text`,
    fixes: writeFix(at, meant && value.replace(literal.written, () => meant), 'unsafe'),
    severity: 'warning',
    name: literal.written,
  });
}

/** The first expression of a text, or the reference that it is. */
function expressionIn(value: string): Expression | undefined {
  const text = value.trim();
  return isReferenceText(text) ? { written: text, name: text } : findExpressions(value)[0];
}

/** The reference that a name means: none that the schema lacks. */
function referenceMeant(
  name: string | undefined,
  { workflow }: Step,
  workspace: Workspace,
): string | undefined {
  const trigger = workflow.steps?.find(isTrigger);
  const event = trigger === undefined ? undefined : eventNameOf(trigger);
  const schema = event === undefined ? undefined : workspace.event(event)?.schema;
  const { scope, name: field } = parseReference(name ?? 'wait_events.');
  const isOfEvent = schema ? schema.has(field.split('.', 1)[0] as string) : undefined;
  if (scope === 'contact') return name;
  if (scope === 'wait_events' || (scope === 'event' && isOfEvent === false)) return undefined;
  const contact = scope === 'none' && !isOfEvent ? contactFieldMeant(field) : undefined;
  return contact ?? (isOfEvent === false ? undefined : `event.${field}`);
}

function checkCondition(step: Step, report: ReportFn): void {
  const condition = conditionOf(step);
  if (condition === undefined) return;
  const which = condition.base.length === 1 ? labelOf(step) : `filter of ${labelOf(step)}`;
  for (const { value, path } of comparisonsOf(condition.root))
    if (typeof value === 'string' && expressionIn(value) !== undefined)
      report({
        at: [step, ...condition.base, ...path, 'value'],
        message: `${which} compares with the literal text ${quote(value)}`,
        help: 'write the value itself: a comparison cannot read another field',
      });
}

function checkTemplate(item: ResourceItem<Template>, report: ReportFn): void {
  const { alias, name, id = '' } = item.value;
  const called = quote(alias ?? name ?? id);
  for (const field of ['subject', 'html', 'text'] as const) {
    const text = item.value[field] ?? '';
    const literals = findLiterals(text);
    for (const [written, key] of new Map(literals.map((each) => [each.written, each.name])))
      report({
        at: [item, field],
        message: `template ${called} does not replace ${quote(written)}`,
        help: key
          ? `write "{{{${key}}}}", and define the variable in the template`
          : 'write plain text, or a variable in three braces',
        habit: `expressions are not replaced in template ${called}`,
        name: written,
        severity: 'warning',
      });
    const [, tag] = /\{{3}\s*([\w.-]{1,60})\s*\|/.exec(text) ?? [];
    if (tag !== undefined)
      report({
        at: [item, field],
        message: `template ${called} uses "{{{${tag}|…}}}", the syntax of broadcasts`,
        help: `write "{{{${tag}}}}", and give the variable a fallback in the template`,
        name: tag,
        severity: 'info',
      });
  }
}
