import type { Graph } from '../src/core/graph/graph.ts';
import { labelOf, referenceIn, templateOf, variablesOf } from '../src/core/model/config.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { isGiven } from '../src/core/model/json.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { templateTags } from '../src/core/model/template-text.ts';
import { didYouMean, listNames, quote } from '../src/core/model/text.ts';
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
/** Declared type → the types of values that fit. */
const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['string', 'date']],
  ['number', ['number', 'date']],
  ['boolean', ['boolean']],
]);
const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'date']);
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
  const isReserved = RESERVED.has(name);
  if (!isReserved && /^\w{1,50}$/.test(name)) return;
  report({
    ...{ at: variableAt(step, name), mark: 'key', name, severity: 'warning' },
    message: isReserved
      ? `${quote(name)} is a reserved variable name`
      : `variable name ${quote(name)} is not up to 50 letters, digits and "_"`,
    help: isReserved
      ? 'remove it, since the service fills it, or rename it here and in the template'
      : 'rename it here and in the template',
    ...(isReserved && { habit: 'variable names are reserved' }),
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
  const names = declared
    .filter((each) => lacking.has(each.key) && isRequired(each) && !RESERVED.has(each.key))
    .map(({ key }) => key);
  if (names.length > 0)
    report({
      at: [step, 'config', 'template'],
      message: `${labelOf(step)} lacks ${listNames(names)} of template ${quote(template)}`,
      help: `add ${listNames(names)} to "variables", or define a fallback in the template`,
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
  const actual = reference === undefined ? typeof value : typeOfRead(step, reference, context);
  const what = reference === undefined ? 'is set to' : `${quote(reference)} is`;
  if (isGiven(value) && FITTING.get(type)?.includes(actual) === false && TYPES.has(actual))
    report({
      at: variableAt(step, key),
      message: `variable ${quote(key)} is a ${type}, but ${what} a ${actual}`,
      help: `pass a ${type}, or declare ${quote(key)} as ${actual} in template ${quote(template)}`,
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

/** The type of an event's property; blank where it is not known. */
function typeOfRead(step: Step, text: string, { graph, workspace }: Context): string {
  const reference = referencesOf(step).find(
    (each) => each.use === 'variable' && each.text === text,
  );
  const read = reference === undefined ? undefined : propertyOf(reference, graph, workspace);
  return (read && workspace.event(read.event)?.schema?.get(read.property)) ?? '';
}

/** The service fills a blank property with its own fallback, if there is one. */
function mayBeBlank(reference: string, workspace: Workspace): boolean {
  if (!reference.startsWith(PROPERTY)) return MAY_BE_BLANK.has(reference);
  const properties = workspace.ask<ContactProperty>('contact_properties', 'some');
  const found = properties?.find(reference.slice(PROPERTY.length));
  return found !== undefined && !found.isBound && isRequired(found.item.value);
}

/** Variables that the texts of a template name and that it does not declare. */
function checkText(item: ResourceItem<Template>, report: ReportFn): void {
  const { variables, id, alias } = item.value;
  if (!Array.isArray(variables)) return;
  const template = quote(alias ?? id ?? '');
  const declared = new Set(variables.map(({ key }) => key));
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
