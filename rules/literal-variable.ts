import { comparisonsOf, conditionOf } from '../src/core/model/condition.ts';
import {
  eventNameOf,
  labelOf,
  templateOf,
  textsOf,
  variablesOf,
  writesOf,
} from '../src/core/model/config.ts';
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
  remedy:
    'Write a reference such as {"var": "event.plan"}; in texts, three braces: {{{event.plan}}}.',

  workflow({ steps, workspace }, report) {
    for (const step of steps) {
      checkValues(step, workspace, report);
      checkCondition(step, report);
      checkTexts(step, workspace, report);
    }
  },

  workspace({ workspace: { workflows, documents } }, report) {
    const steps = workflows.flatMap((workflow) => workflow.steps ?? []);
    const used = new Set(steps.flatMap((step) => templateOf(step) ?? []));
    for (const item of documents.flatMap(({ items }) => items)) {
      if (item.of !== 'templates') continue;
      const template = item as ResourceItem<Template>;
      const { id, alias } = template.value;
      if (used.has(id ?? '') || used.has(alias ?? '')) checkTemplate(template, report);
    }
  },
});

/** Template variables, and fields of a contact that are written. */
function checkValues(step: Step, workspace: Workspace, report: ReportFn): void {
  const variables = variablesOf(step).map(
    ([name, value]) => [['config', 'template', 'variables', name], value] as const,
  );
  const writes = writesOf(step).map(([field, value]) => {
    const path = field.startsWith('properties.') ? ['properties', field.slice(11)] : [field];
    return [['config', ...path], value] as const;
  });
  for (const [path, value] of [...variables, ...writes]) {
    if (typeof value !== 'string') continue;
    const at = [step, ...path] as const;
    const name = String(path.at(-1));
    const uneven = findUnevenBraces(value);
    const found = expressionIn(value);
    if (uneven !== undefined)
      report({
        at,
        message: `${uneven.reason} in ${quote(name)} of ${labelOf(step)}: ${quote(uneven.excerpt)}`,
        help: 'write a reference such as {"var": "event.…"}, or remove the braces',
        name,
        severity: 'warning',
      });
    if (uneven !== undefined || found === undefined) continue;
    const isWhole = found.written === value.trim();
    const meant = referenceMeant(found.name, step, workspace);
    const isSure = found.name === meant && !value.includes('|');
    report({
      at,
      message: `text ${quote(value)} of ${quote(name)} is not replaced`,
      help:
        meant === undefined
          ? 'write a reference such as {"var": "event.…"}, and put other text into the template'
          : `write {"var": ${quote(meant)}}${isWhole ? '' : ', and put the other text into the template'}`,
      fixes:
        isWhole && meant !== undefined
          ? writeFix(at, { var: meant }, isSure ? 'safe' : 'unsafe')
          : [],
      habit: 'values are texts whose variables are not replaced',
      name,
    });
  }
}

/** The first expression of a text, or the reference that it is. */
function expressionIn(value: string): Expression | undefined {
  const text = value.trim();
  return isReferenceText(text)
    ? { written: text, name: text, index: 0 }
    : findExpressions(value)[0];
}

/** The reference that a name means: of a property that the schema has, or of a field of the contact. */
function referenceMeant(
  name: string | undefined,
  step: Step,
  workspace: Workspace,
): string | undefined {
  if (name === undefined) return undefined;
  const trigger = step.workflow.steps?.find(isTrigger);
  const event = trigger === undefined ? undefined : eventNameOf(trigger);
  const schema = event === undefined ? undefined : workspace.event(event)?.schema;
  const { scope, name: field } = parseReference(name);
  if (scope === 'event')
    return schema?.has(field.split('.', 1)[0] as string) === false ? undefined : name;
  if (scope !== 'none') return scope === 'contact' ? name : undefined;
  if (schema?.has(field)) return `event.${field}`;
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

function checkTexts(step: Step, workspace: Workspace, report: ReportFn): void {
  for (const { field, value, path } of textsOf(step)) {
    if (!field.hasVariables) continue;
    const uneven = findUnevenBraces(value);
    if (uneven !== undefined)
      report({
        at: [step, ...path],
        message: `${uneven.reason} in ${field.name} of ${labelOf(step)}: ${quote(uneven.excerpt)}`,
        help: 'write each variable between "{{{" and "}}}", or remove the braces',
        fixes: writeFix([step, ...path], uneven.meant, 'unsafe'),
        severity: 'warning',
      });
    const [literal] = findLiterals(value);
    if (uneven !== undefined || literal === undefined) continue;
    const { name, written } = literal;
    const reference = referenceMeant(name, step, workspace);
    const meant = RESERVED.get(reference ?? '') ?? reference;
    report({
      at: [step, ...path],
      message: `${name === undefined ? 'expression' : 'variable'} ${quote(written)} in the ${field.name} is not replaced`,
      help:
        meant === undefined
          ? 'write plain text, or a variable such as {{{event.…}}}'
          : `write ${quote(`{{{${meant}}}}`)}`,
      fixes:
        meant === undefined
          ? []
          : writeFix(
              [step, ...path],
              value.replace(written, () => `{{{${meant}}}}`),
              'unsafe',
            ),
      severity: 'warning',
      name: written,
    });
  }
}

function checkTemplate(item: ResourceItem<Template>, report: ReportFn): void {
  const { alias, name, id, variables } = item.value;
  const called = quote(alias ?? name ?? id ?? '');
  for (const field of ['subject', 'html', 'text'] as const) {
    const text = item.value[field] ?? '';
    const names = [...new Set(findLiterals(text).map(({ written }) => written))];
    for (const written of names) {
      const key = findLiterals(written)[0]?.name;
      report({
        at: [item, field],
        message: `template ${called} does not replace ${quote(written)}`,
        help:
          key === undefined
            ? 'write plain text, or one variable in three braces'
            : `write ${quote(`{{{${key}}}}`)}${variables?.some((each) => each.key === key) === false ? ', and define the variable' : ''}`,
        habit: `expressions are not replaced in template ${called}`,
        name: written,
        severity: 'warning',
      });
    }
    const tag = templateTags(text).find((each) => each.isRendered && each.hasFallback);
    if (tag !== undefined)
      report({
        at: [item, field],
        message: `template ${called} uses ${quote(`{{{${tag.name}|…}}}`)}, the syntax of broadcasts`,
        help: `write ${quote(`{{{${tag.name}}}}`)}, and give the variable a fallback in the template`,
        name: tag.name,
        severity: 'info',
      });
  }
}
