import { comparisonsIn } from '../src/core/model/condition.ts';
import { stringsOf, type WrittenString } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { isReferenceText } from '../src/core/model/references.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import {
  type Expression,
  findExpressions,
  findLiterals,
  hasUnevenBraces,
} from '../src/core/model/template-text.ts';
import { labelOf, quote } from '../src/core/model/text.ts';
import type { ResourceItem } from '../src/core/model/workflow.ts';
import { type Template, templatesSent } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';
import { referenceMeant, schemaOf } from '../src/core/run/payloads.ts';

export default defineRule({
  id: 'literal-variable',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A variable or expression in a syntax that the service does not replace.',
  why: 'It is sent as it stands, so contacts read the variable in place of its value.',
  remedy: 'Write {"var": "event.plan"} as the value; in a text, write {{{event.plan}}}.',

  workflow({ steps, workspace }, report) {
    for (const step of steps) {
      for (const written of stringsOf(step)) check(written, workspace, report);
      for (const { value, at } of comparisonsIn(step))
        if (typeof value === 'string' && expressionIn(value) !== undefined)
          report({
            at: [...at, 'value'],
            message: `${labelOf(step)} compares with the literal text ${quote(value)}`,
            help: 'write the value itself: a comparison cannot read another field',
          });
    }
  },

  workspace({ workspace }, report) {
    for (const template of templatesSent(workspace)) checkTemplate(template, report);
  },
});

/** `FIRST_NAME` in a subject, for `contact.first_name`. */
const nameInText = (reference: string): string =>
  reference.replace(/^contact\.(first_name|last_name|email)$/, (_, name) => name.toUpperCase());

/** A subject, a template variable, or a field of a contact that is written. */
function check(written: WrittenString, workspace: Workspace, report: ReportFn): void {
  const { step, path, value, name, use, hasVariables: isText = false } = written;
  if (!isText && use !== 'variable' && use !== 'field' && use !== 'property') return;
  if (hasUnevenBraces(value)) {
    report({
      at: [step, ...path],
      message: `braces of a variable do not match in ${quote(name)} of ${labelOf(step)}`,
      help: 'add the missing braces, or remove the others',
      severity: 'warning',
    });
    return;
  }
  const found = isText ? findLiterals(value)[0] : expressionIn(value);
  if (found === undefined) return;
  const at = [step, ...path] as const;
  const schema = schemaOf(step.workflow.steps?.find(isTrigger), workspace);
  const meant = referenceMeant(found.name ?? '', schema);
  const tag = meant && `{{{${nameInText(meant)}}}}`;
  const text = tag && value.replace(found.written, () => tag);
  const isWhole = found.written === value.trim();
  const more = isWhole ? '' : ', and put the other text into the template';
  const variable = meant !== undefined && isWhole ? { var: meant } : undefined;
  const isSure = !isText && found.name === meant && !value.includes('|');
  report({
    at,
    message: `${quote(found.written)} in ${quote(name)} is not replaced`,
    help: isText
      ? `write ${quote(tag ?? '{{{event.…}}}')}, or plain text`
      : `write {"var": "${meant ?? 'event.…'}"}${more}`,
    fixes: writeFix(at, isText ? text : variable, isSure ? 'safe' : 'unsafe'),
    ...(isText
      ? { severity: 'warning', name: found.written }
      : { habit: 'values are texts whose variables are not replaced', name }),
  });
}

/** The first expression of a text, or the reference that it is. */
function expressionIn(value: string): Expression | undefined {
  const text = value.trim();
  return isReferenceText(text) ? { written: text, name: text } : findExpressions(value)[0];
}

function checkTemplate(item: ResourceItem<Template>, report: ReportFn): void {
  const { alias, name, id = '' } = item.value;
  const called = quote(alias ?? name ?? id);
  for (const field of ['subject', 'html', 'text'] as const) {
    const text = item.value[field] ?? '';
    for (const written of new Set(findLiterals(text).map((each) => each.written)))
      report({
        at: [item, field],
        message: `template ${called} does not replace ${quote(written)}`,
        help: 'write plain text, or a variable in three braces',
        habit: `expressions are not replaced in template ${called}`,
        name: written,
        severity: 'warning',
      });
  }
}
