import { configValue, templateOf, variablesOf } from '../src/core/model/config.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { isGiven } from '../src/core/model/json.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { templateTags } from '../src/core/model/template-text.ts';
import { adviseName, labelOf, listNames, quote } from '../src/core/model/text.ts';
import { UNKNOWN } from '../src/core/model/unknown.ts';
import type { ResourceItem, Step } from '../src/core/model/workflow.ts';
import { contactPropertyOf } from '../src/core/resources/contact-properties.ts';
import {
  type Template,
  type TemplateVariable,
  templateFor,
  templatesSent,
} from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type WorkflowContext } from '../src/core/rule.ts';
import { typeInSchema } from '../src/core/run/payloads.ts';

/** Names that the service sets itself. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL'],
  ...['contact', 'this'],
]);
/** Declared type → the types of values that do not fit. */
const CLASHING: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['number', 'boolean']],
  ['number', ['string', 'boolean']],
  ['boolean', ['string', 'number', 'date']],
]);

export default defineRule({
  id: 'template-variables',
  severity: 'error',
  stage: 'flow',
  summary: 'Variables of an email that do not fit its template.',
  why: 'The service refuses the email, or sends it with a gap or a value that is not meant.',
  remedy: 'Pass exactly the variables that the template declares, with values of their types.',

  workflow(context, report) {
    for (const step of context.emails) {
      for (const [name] of variablesOf(step)) checkName(step, name, report);
      const declared = templateFor(step, context.workspace)?.variables;
      if (declared === undefined) continue;
      checkNames(step, declared ?? [], report);
      for (const variable of declared ?? []) checkValue(step, variable, context, report);
    }
  },

  workspace({ workspace }, report) {
    for (const template of templatesSent(workspace)) checkText(template, report);
  },
});

const variableAt = (step: Step, name: string) =>
  [step, 'config', 'template', 'variables', name] as const;

/** What is wrong with a name whatever the template declares. */
function checkName(step: Step, name: string, report: ReportFn): void {
  const isReserved = RESERVED.has(name);
  if (!isReserved && /^\w{1,50}$/.test(name)) return;
  report({
    ...{ at: variableAt(step, name), mark: 'key', name, severity: 'warning' },
    message: `${quote(name)} is ${isReserved ? 'a reserved' : 'not a valid'} variable name`,
    help: 'rename it here and in the template: up to 50 letters, digits and "_"',
    habit: `variable names are ${isReserved ? 'reserved' : 'not valid'}`,
  });
}

/** Passed and not declared, or declared and not passed. */
function checkNames(step: Step, declared: readonly TemplateVariable[], report: ReportFn): void {
  if (configValue(step, 'template', 'variables') === UNKNOWN) return;
  const template = quote(templateOf(step) ?? '');
  const passed = variablesOf(step);
  const given = passed.filter(([, value]) => isGiven(value)).map(([name]) => name);
  const lacking = new Map(declared.map((each) => [each.key, each]));
  for (const name of given) lacking.delete(name);
  for (const [name] of passed) {
    if (RESERVED.has(name) || declared.some(({ key }) => key === name)) continue;
    const near = nearest(name, lacking.keys());
    lacking.delete(near ?? '');
    const at = variableAt(step, name);
    report({
      ...{ at, mark: 'key', name },
      message: `template ${template} has no variable ${quote(name)}`,
      help: adviseName(near, 'remove the variable, or declare it in the template'),
      fixes: renameFix([...at], near, 'unsafe'),
    });
  }
  const required = [...lacking.values()].filter((each) => isRequired(each));
  const names = required.map(({ key }) => key).filter((key) => !RESERVED.has(key));
  if (names.length === 0) return;
  report({
    at: [step, 'config', 'template'],
    message: `${labelOf(step)} lacks ${listNames(names)} of template ${template}`,
    help: `add ${listNames(names)} to "variables", or define a fallback in the template`,
    name: names.toSorted().join(' '),
    loses: [step],
  });
}

/** The type of a value, and whether contacts can lack it. */
function checkValue(
  step: Step,
  variable: TemplateVariable,
  { graph, workspace }: WorkflowContext,
  report: ReportFn,
): void {
  const { key, type = '' } = variable;
  const at = variableAt(step, key);
  const reference = referencesOf(step).find(
    ({ use, fills }) => use === 'variable' && fills === key,
  );
  const value = new Map(variablesOf(step)).get(key);
  const actual = reference ? typeInSchema(reference, graph, workspace) : typeof value;
  if (CLASHING.get(type)?.includes(actual ?? ''))
    report({
      at,
      message: `variable ${quote(key)} is a ${type}, but is set to a ${actual}`,
      help: `pass a ${type}, or declare ${quote(key)} as ${actual} in the template`,
      severity: 'warning',
    });
  // The service fills a blank property with its own fallback, if there is one.
  if (reference === undefined || !isRequired(variable)) return;
  const property = contactPropertyOf(reference, workspace);
  const isName = /^contact\.(?:first|last)_name$/.test(reference.text);
  if (!isName && (property === undefined || !isRequired(property))) return;
  report({
    at: [...at, 'var'],
    message: `${quote(reference.text)} can be blank, but variable ${quote(key)} has no fallback`,
    help: `add a fallback to ${quote(key)} in the template`,
    severity: 'info',
  });
}

const isRequired = ({ fallback_value }: { readonly fallback_value?: unknown }): boolean =>
  !isGiven(fallback_value);

/** Variables that the texts of a template name and that it does not declare. */
function checkText(item: ResourceItem<Template>, report: ReportFn): void {
  const { variables, id = '', alias } = item.value;
  const known = new Set([...RESERVED, ...(variables ?? []).map(({ key }) => key)]);
  for (const field of variables ? (['subject', 'html', 'text'] as const) : [])
    for (const { name, isRendered } of templateTags(item.value[field])) {
      // With a dot it is a field of the contact. The rule literal-variable reports two braces.
      if (!isRendered || name.includes('.') || known.has(name)) continue;
      known.add(name);
      report({
        ...{ at: [item, field], name },
        message: `template ${quote(alias ?? id)} uses and does not declare ${quote(name)}`,
        help: `declare ${quote(name)} in the template`,
      });
    }
}
