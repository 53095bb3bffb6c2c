import { variablesIn } from '../src/core/graph/reads.ts';
import { templateIdOf } from '../src/core/model/config.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import type { Place, ResourceItem } from '../src/core/model/nodes.ts';
import { atFirst, keyPlaceOf, placeOf } from '../src/core/model/place.ts';
import { placeOfResource } from '../src/core/model/resource.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { isReserved } from '../src/core/resources/template-variables.ts';
import templates, { type Template } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

// Limits of the service, in characters and in variables of one template.
const NAME_LENGTH = 50;
const VARIABLES_PER_TEMPLATE = 50;
const VALID = /^[A-Za-z0-9_]{1,50}$/;

/** The emails of a workflow that pass such a name, and those that pass too many. */
interface Passed {
  readonly invalid: readonly {
    readonly key: string;
    readonly template: string | undefined;
    readonly at: Place;
  }[];
  readonly crowded: readonly {
    readonly label: string;
    readonly template: string | undefined;
    readonly count: number;
    readonly at: Place;
  }[];
}

const NONE: readonly never[] = [];

export default defineRule<Record<never, never>, Passed>({
  id: 'invalid-variable-name',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable name that a template cannot have.',
  why: 'The service refuses the name or sets it itself, so the value is not the one in the email.',
  remedy: 'Use another name of letters, digits and underscores, here and in the template.',
  whenOff: 'When your service accepts other names.',

  summarize({ graph }) {
    const variables = variablesIn(graph);
    const invalid = variables.filter(({ key }) => isInvalid(key));
    const isMany = variables.length > VARIABLES_PER_TEMPLATE;
    if (invalid.length === 0 && !isMany) return undefined;
    const crowded = !isMany
      ? NONE
      : [...groupBy(variables, ({ step }) => step)].flatMap(([step, { length: count }]) =>
          count <= VARIABLES_PER_TEMPLATE
            ? []
            : { label: labelOf(step), template: templateIdOf(step), count, at: placeOf(step) },
        );
    if (invalid.length + crowded.length === 0) return undefined;
    return {
      invalid: invalid.map(({ step, key, holder }) => ({
        key,
        template: templateIdOf(step),
        at: keyPlaceOf([step, ...holder, key]),
      })),
      crowded,
    };
  },

  compare({ summaries, workspace }, report) {
    const { items, find } = workspace.resources(templates);
    const declaredBy = (template: string | undefined): Template['variables'] =>
      template === undefined ? undefined : find(template)?.value.variables;
    const passed = new Map<Template['variables'], Set<string>>();
    for (const { summary, workflow } of summaries) {
      const own = summary.invalid.filter(({ key, template }) => {
        const declared = declaredBy(template);
        if (declared === undefined) return true;
        passed.set(declared, (passed.get(declared) ?? new Set()).add(key));
        // undeclared-template-variable reports what the template does not have.
        return declared.some((variable) => variable.key === key);
      });
      for (const [key, uses] of groupBy(own, (each) => each.key)) {
        // reserved-variable reports it.
        if (isReserved(key)) continue;
        const places = uses.map(({ at }) => at);
        report({
          ...atFirst(places),
          message: `variable name ${quote(key)} ${faultOf(key)}${inSeveral(places.length, 'steps')}`,
          help: adviseName(key, 'here and in the template'),
          fingerprintKey: { names: groupIdentity(workflow), detail: key },
        });
      }
      for (const { label, template, count, at } of summary.crowded) {
        if (declaredBy(template) !== undefined) continue;
        report({
          at,
          message: `${label} has ${count} variables (limit: ${VARIABLES_PER_TEMPLATE})`,
          help: 'pass fewer variables, and write constant text in the template',
          fingerprintKey: { detail: 'number' },
        });
      }
    }
    for (const template of items)
      checkDeclared(template, passed.get(template.value.variables), report);
  },
});

/** @param passed names that emails pass, which are reported there. */
function checkDeclared(
  template: ResourceItem<Template>,
  passed: ReadonlySet<string> | undefined,
  report: ReportFn,
): void {
  const { value } = template;
  const { variables = NONE, id, alias } = value;
  const name = quote(alias ?? id ?? '');
  for (const [i, { key }] of variables.entries()) {
    if (!isInvalid(key) || passed?.has(key)) continue;
    report({
      at: placeOfResource(template, `variables/${i}/key`),
      message: isReserved(key)
        ? `template ${name} declares reserved variable ${quote(key)}`
        : `variable name ${quote(key)} of template ${name} ${faultOf(key)}`,
      help: adviseName(key, 'here, in the text of the template and in the emails that pass it'),
      fingerprintKey: { names: joinNames(id ?? alias ?? '', key), detail: key },
    });
  }
  if (variables.length <= VARIABLES_PER_TEMPLATE) return;
  report({
    at: placeOfResource(template, 'variables'),
    message: `template ${name} declares ${variables.length} variables (limit: ${VARIABLES_PER_TEMPLATE})`,
    help: 'declare fewer variables, and write constant text in the template',
    fingerprintKey: { names: joinNames(id ?? alias ?? ''), detail: 'number' },
  });
}

const isInvalid = (key: string): boolean => isReserved(key) || !VALID.test(key);

/** The fault of a name that is not reserved. */
function faultOf(key: string): string {
  if (key === '') return 'is empty';
  if (/\s/.test(key)) return 'contains white space';
  const odd = /[^A-Za-z0-9_]/u.exec(key)?.[0];
  if (odd !== undefined) return `contains ${quote(odd)}`;
  return `has ${key.length} characters (limit: ${NAME_LENGTH})`;
}

/** @param where the name has to be changed. */
function adviseName(key: string, where: string): string {
  if (isReserved(key)) return `remove it, since the service fills it, or rename it ${where}`;
  const name = key
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, NAME_LENGTH)
    .replace(/^_+|_+$/g, '');
  return name === '' ? 'use a name such as "FIRST_ORDER"' : `rename it to ${quote(name)}, ${where}`;
}
