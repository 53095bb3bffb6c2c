import type { Graph } from '../src/core/graph/graph.ts';
import { labelOf, referenceIn, templateOf, variablesOf } from '../src/core/model/config.ts';
import { renameFix, writeFix } from '../src/core/model/fix.ts';
import { isGiven } from '../src/core/model/json.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { templateTags } from '../src/core/model/template-text.ts';
import { didYouMean, listNames, plural, quote } from '../src/core/model/text.ts';
import type { ResourceItem, Step } from '../src/core/model/workflow.ts';
import type { ContactProperty } from '../src/core/resources/contact-properties.ts';
import {
  type Template,
  type TemplateVariable,
  templateKeys,
  templatesIn,
} from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';
import { propertyOf } from '../src/core/run/payloads.ts';

/** Names that the service sets itself. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL'],
  ...['contact', 'this'],
]);
const LONGEST_NAME = 50;
/** Declared type → the types of values that fit. */
const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['string', 'date']],
  ['number', ['number', 'date']],
  ['boolean', ['boolean']],
]);
const CONTACT_TYPES: ReadonlyMap<string, string> = new Map([
  ...['email', 'first_name', 'last_name'].map((name) => [`contact.${name}`, 'string'] as const),
  ['contact.unsubscribed', 'boolean'],
]);
const PROPERTY = 'contact.properties.';
const MAY_BE_BLANK: ReadonlySet<string> = new Set(['contact.first_name', 'contact.last_name']);

export default defineRule({
  id: 'template-variables',
  severity: 'error',
  preset: 'recommended',
  stage: 'flow',
  summary: 'Variables of an email that do not fit its template.',
  why: 'The service refuses the email, or sends it with a gap or a value that is not meant.',
  remedy: 'Pass exactly the variables that the template declares, with values of their types.',

  workflow({ steps, graph, workspace }, report) {
    for (const step of steps.filter(isEmail)) {
      for (const [name] of variablesOf(step)) checkName(step, name, report);
      const name = templateOf(step);
      const found =
        name === undefined ? undefined : workspace.ask<Template>('templates', 'some')?.find(name);
      const declared = found?.item.value.variables;
      if (name === undefined || declared === undefined) continue;
      checkPassed(step, name, declared ?? [], { graph, workspace }, report);
    }
  },

  workspace({ workspace }, report) {
    const keyOf = templateKeys(workspace);
    const emails = workspace.workflows.flatMap(({ steps = [] }) => steps.filter(isEmail));
    const sent = new Set(emails.map(keyOf));
    for (const item of templatesIn(workspace)) if (sent.has(item.value.id)) checkText(item, report);
  },
});

const variableAt = (step: Step, name: string) =>
  [step, 'config', 'template', 'variables', name] as const;

/** What is wrong with a name whatever the template declares. */
function checkName(step: Step, name: string, report: ReportFn): void {
  const at = variableAt(step, name);
  const severity = 'warning';
  if (RESERVED.has(name))
    report({
      ...{ at, mark: 'key', name, severity, habit: 'variable names are reserved' },
      message: `${quote(name)} is a reserved variable name`,
      help: 'remove it, since the service fills it, or rename it here and in the template',
    });
  else if (!/^\w+$/.test(name) || name.length > LONGEST_NAME)
    report({
      ...{ at, mark: 'key', name, severity },
      message: `variable name ${quote(name)} ${
        name.length > LONGEST_NAME
          ? `is longer than ${LONGEST_NAME} characters`
          : /\s/.test(name)
            ? 'contains white space'
            : 'has other characters than letters, digits and "_"'
      }`,
      help: 'rename it here and in the template',
    });
}

interface Context {
  readonly graph: Graph;
  readonly workspace: Workspace;
}

function checkPassed(
  step: Step,
  template: string,
  declared: readonly TemplateVariable[],
  context: Context,
  report: ReportFn,
): void {
  const passed = new Map(variablesOf(step));
  const lacking = new Set(
    declared.filter(({ key }) => !isGiven(passed.get(key))).map(({ key }) => key),
  );
  for (const [name, value] of passed) {
    const variable = declared.find(({ key }) => key === name);
    if (variable !== undefined) checkValue(step, template, variable, value, context, report);
    else if (!RESERVED.has(name)) {
      const near = nearest(name, lacking);
      if (near !== undefined) lacking.delete(near);
      const at = variableAt(step, name);
      report({
        ...{ at, mark: 'key', name },
        message: `template ${quote(template)} has no variable ${quote(name)}`,
        help:
          near === undefined
            ? 'remove the variable, or declare it in the template'
            : didYouMean(near),
        fixes: renameFix([...at], near, 'unsafe'),
      });
    }
  }
  const missing = declared.filter(
    (each) => lacking.has(each.key) && isRequired(each) && !RESERVED.has(each.key),
  );
  const names = missing.map(({ key }) => key);
  if (names.length === 0) return;
  const what =
    names.length === 1 ? `variable ${listNames(names)}` : plural(names.length, 'variable');
  report({
    at: [step, 'config', 'template'],
    message: `${labelOf(step)} lacks ${what} of template ${quote(template)}`,
    help: `add ${listNames(names)} to "variables", or give ${names.length === 1 ? 'it a fallback' : 'them fallbacks'} in the template`,
    name: names.toSorted().join(' '),
    loses: [step],
  });
}

/** The type of a value, and whether contacts can lack it. */
function checkValue(
  step: Step,
  template: string,
  variable: TemplateVariable,
  value: unknown,
  context: Context,
  report: ReportFn,
): void {
  const { key, type = '' } = variable;
  const reference = referenceIn(value);
  const actual = typeOf(step, value, reference, context);
  if (actual !== undefined && FITTING.get(type)?.includes(actual) === false)
    report({
      at: variableAt(step, key),
      message: `variable ${quote(key)} is a ${type}, but ${reference === undefined ? 'is set to' : `${quote(reference)} is`} a ${actual}`,
      help: `pass a ${type}, or declare ${quote(key)} as ${actual} in template ${quote(template)}`,
      fixes: writeFix(variableAt(step, key), convert(value, type), 'unsafe'),
      severity: 'warning',
    });
  if (reference !== undefined && isRequired(variable) && mayBeBlank(reference, context.workspace))
    report({
      at: [...variableAt(step, key), 'var'],
      message: `${quote(reference)} can be blank, but variable ${quote(key)} has no fallback`,
      help: `add a fallback to ${quote(key)} in template ${quote(template)}`,
      severity: 'info',
    });
}

const isRequired = ({ fallback_value }: { readonly fallback_value?: unknown }): boolean =>
  !isGiven(fallback_value);

function convert(value: unknown, type: string): string | number | undefined {
  if (type === 'string') return typeof value === 'number' ? String(value) : undefined;
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value.trim());
  return type === 'number' && isNumber ? Number(value) : undefined;
}

function typeOf(
  step: Step,
  value: unknown,
  text: string | undefined,
  { graph, workspace }: Context,
): string | undefined {
  if (text === undefined)
    return isGiven(value) && typeof value !== 'object' ? typeof value : undefined;
  if (text.startsWith(PROPERTY)) return propertyNamed(text, workspace)?.type;
  const reference = referencesOf(step).find(
    (each) => each.use === 'variable' && each.text === text,
  );
  const read = reference === undefined ? undefined : propertyOf(reference, graph, workspace);
  if (read === undefined) return CONTACT_TYPES.get(text);
  const type = workspace.event(read.event)?.schema?.get(read.property);
  return ['string', 'number', 'boolean', 'date'].includes(type ?? '') ? type : undefined;
}

function propertyNamed(reference: string, workspace: Workspace): ContactProperty | undefined {
  const properties = workspace.ask<ContactProperty>('contact_properties', 'some');
  const found = properties?.find(reference.slice(PROPERTY.length));
  return found?.isBound ? undefined : found?.item.value;
}

/** The service fills a blank property with its own fallback, if there is one. */
function mayBeBlank(reference: string, workspace: Workspace): boolean {
  if (MAY_BE_BLANK.has(reference)) return true;
  const property = reference.startsWith(PROPERTY) ? propertyNamed(reference, workspace) : undefined;
  return property !== undefined && isRequired(property);
}

/**
 * Variables that the texts of a template name and that it does not declare, and declared names that
 * the service keeps.
 */
function checkText(item: ResourceItem<Template>, report: ReportFn): void {
  const { variables, id, alias } = item.value;
  if (!Array.isArray(variables)) return;
  const template = quote(alias ?? id ?? '');
  const declared = new Set(variables.map(({ key }) => key));
  for (const [i, { key }] of variables.entries())
    if (RESERVED.has(key))
      report({
        at: [item, 'variables', i, 'key'],
        message: `template ${template} declares reserved variable ${quote(key)}`,
        help: 'rename it here, in the text of the template and in the emails that pass it',
        severity: 'warning',
      });
  for (const field of ['subject', 'html', 'text'] as const)
    for (const { name, isRendered } of templateTags(item.value[field])) {
      // With a dot it is a field of the contact. The rule literal-variable reports two braces.
      if (!isRendered || RESERVED.has(name) || name.includes('.') || declared.has(name)) continue;
      declared.add(name);
      const near = nearest(
        name,
        variables.map(({ key }) => key),
      );
      report({
        ...{ at: [item, field], name },
        message: `template ${template} uses variable ${quote(name)}, which it does not declare`,
        help: near === undefined ? `declare ${quote(name)} in the template` : didYouMean(near),
      });
    }
}
