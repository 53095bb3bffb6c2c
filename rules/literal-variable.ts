import { comparisonsOf, conditionOf } from '../src/core/model/condition.ts';
import { eventNameOf, labelOf, templateOf, textsOf, valuesOf } from '../src/core/model/config.ts';
import { contactFieldMeant } from '../src/core/model/contact.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { isReferenceText, parseReference } from '../src/core/model/references.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import {
  type Expression,
  findExpressions,
  findLiterals,
  findUnevenBraces,
  templateTags,
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
      for (const { name, value, path } of valuesOf(step))
        if (typeof value === 'string' && !checkBraces(step, path, value, name, report))
          checkValue({ step, path, value, name }, workspace, report);
      for (const { field, value, path } of textsOf(step))
        if (field.hasVariables && !checkBraces(step, path, value, field.name, report))
          checkText({ step, path, value, name: field.name }, workspace, report);
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

type Path = readonly (string | number)[];

interface Written {
  readonly step: Step;
  readonly path: Path;
  readonly value: string;
  readonly name: string;
}

/** Whether braces are missing: what is meant is not known then. */
function checkBraces(step: Step, path: Path, value: string, name: string, report: ReportFn) {
  const uneven = findUnevenBraces(value);
  if (uneven === undefined) return false;
  const isText = path.includes('subject');
  report({
    at: [step, ...path],
    message: `${uneven.reason} in "${name}" of ${labelOf(step)}: ${quote(uneven.excerpt)}`,
    help: isText
      ? 'write each variable between "{{{" and "}}}", or remove the braces'
      : 'write a reference such as {"var": "event.…"}, or remove the braces',
    fixes: isText ? writeFix([step, ...path], uneven.meant, 'unsafe') : [],
    severity: 'warning',
  });
  return true;
}

/** A template variable, or a field of a contact that is written. */
function checkValue(
  { step, path, value, name }: Written,
  workspace: Workspace,
  report: ReportFn,
): void {
  const found = expressionIn(value);
  if (found === undefined) return;
  const meant = referenceMeant(found.name, step, workspace);
  const isWhole = found.written === value.trim() && meant !== undefined;
  const isSure = found.name === meant && !value.includes('|');
  const more = isWhole ? '' : ', and put the other text into the template';
  report({
    at: [step, ...path],
    message: `text ${quote(value)} of ${quote(name)} is not replaced`,
    help: `write {"var": "${meant ?? 'event.…'}"}${more}`,
    fixes: isWhole ? writeFix([step, ...path], { var: meant }, isSure ? 'safe' : 'unsafe') : [],
    habit: 'values are texts whose variables are not replaced',
    name,
  });
}

/** The first expression of a text, or the reference that it is. */
function expressionIn(value: string): Expression | undefined {
  const text = value.trim();
  return isReferenceText(text)
    ? { written: text, name: text, index: 0 }
    : findExpressions(value)[0];
}

/** The reference that a name means: none that the schema lacks. */
function referenceMeant(
  name: string | undefined,
  step: Step,
  workspace: Workspace,
): string | undefined {
  const trigger = step.workflow.steps?.find(isTrigger);
  const event = trigger === undefined ? undefined : eventNameOf(trigger);
  const schema = event === undefined ? undefined : workspace.event(event)?.schema;
  const { scope, name: field } = parseReference(name ?? 'wait_events.');
  const isInSchema = schema?.has(field.split('.', 1)[0] as string);
  if (scope === 'wait_events') return undefined;
  if (scope === 'contact' || (scope === 'event' && isInSchema !== false)) return name;
  if (scope === 'event') return undefined;
  if (isInSchema) return `event.${field}`;
  return contactFieldMeant(field) ?? (schema ? undefined : `event.${field}`);
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

/** Names that the service sets in subjects. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['contact.first_name', 'FIRST_NAME'],
  ['contact.last_name', 'LAST_NAME'],
  ['contact.email', 'EMAIL'],
]);

function checkText(
  { step, path, value, name }: Written,
  workspace: Workspace,
  report: ReportFn,
): void {
  const [literal] = findLiterals(value);
  if (literal === undefined) return;
  const { written } = literal;
  const reference = referenceMeant(literal.name, step, workspace);
  const meant = reference && `{{{${RESERVED.get(reference) ?? reference}}}}`;
  const what = literal.name === undefined ? 'expression' : 'variable';
  report({
    at: [step, ...path],
    message: `${what} ${quote(written)} in the ${name} is not replaced`,
    help: `write ${meant ? quote(meant) : 'plain text, or a variable such as {{{event.…}}}'}`,
    fixes: writeFix([step, ...path], meant && value.replace(written, () => meant), 'unsafe'),
    severity: 'warning',
    name: written,
  });
}

function checkTemplate(item: ResourceItem<Template>, report: ReportFn): void {
  const { alias, name, id = '', variables } = item.value;
  const called = quote(alias ?? name ?? id);
  for (const field of ['subject', 'html', 'text'] as const) {
    const text = item.value[field] ?? '';
    const literals = new Map(findLiterals(text).map((each) => [each.written, each.name]));
    for (const [written, key] of literals) {
      const isUndefined = variables?.some((each) => each.key === key) === false;
      const more = isUndefined ? ', and define the variable' : '';
      report({
        at: [item, field],
        message: `template ${called} does not replace ${quote(written)}`,
        help: key
          ? `write "{{{${key}}}}"${more}`
          : 'write plain text, or a variable in three braces',
        habit: `expressions are not replaced in template ${called}`,
        name: written,
        severity: 'warning',
      });
    }
    const tag = templateTags(text).find((each) => each.isRendered && each.hasFallback);
    if (tag !== undefined)
      report({
        at: [item, field],
        message: `template ${called} uses "{{{${tag.name}|…}}}", the syntax of broadcasts`,
        help: `write "{{{${tag.name}}}}", and give the variable a fallback in the template`,
        name: tag.name,
        severity: 'info',
      });
  }
}
