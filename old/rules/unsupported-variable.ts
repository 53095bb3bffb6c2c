import type { Graph } from '../src/core/graph/graph.ts';
import { isReadable, meantReference } from '../src/core/graph/meant-reference.ts';
import { configTextsIn } from '../src/core/graph/reads.ts';
import { templatedEmails } from '../src/core/graph/template-uses.ts';
import { findUnevenBraces } from '../src/core/model/braces.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { listNames } from '../src/core/model/habit.ts';
import { quote } from '../src/core/model/label.ts';
import { findLiterals } from '../src/core/model/literal-text.ts';
import { nearest } from '../src/core/model/nearest.ts';
import type { ResourceItem, Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { placeOfResource } from '../src/core/model/resource.ts';
import { inSeveral, namesMeant } from '../src/core/model/text.ts';
import templates, { type Template, templateTags } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type Target, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unsupported-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A variable in a syntax that the service does not support.',
  why: 'The service replaces only variables in three braces, so the contact reads the variable itself.',
  remedy: 'Write the variable in three braces, such as {{{event.plan}}}.',
  whenOff: 'When such text is written on purpose.',
  linear: true,

  workflow({ workflow, graph, workspace }, report) {
    const found = configTextsIn(graph).flatMap((text) => {
      const [literal] = text.field.hasVariables ? findLiterals(text.value) : [];
      // unbalanced-variable reports incomplete ones.
      const isUneven = literal !== undefined && findUnevenBraces(text.value) !== undefined;
      return literal === undefined || isUneven ? [] : { text, ...literal };
    });
    const groups = groupBy(found, ({ text, written }) => joinNames(text.field.name, written));
    for (const uses of groups.values()) {
      const [{ text, written, name }] = uses;
      const places = uses.map((use): Target => [use.text.step, ...use.text.path]);
      const right = name && rightName(name, { step: text.step, graph, workspace });
      report({
        ...atFirst(places),
        message: `${name === undefined ? 'expression' : 'variable'} ${quote(written)} in the ${text.field.name} is not replaced${inSeveral(places.length, 'places')}`,
        help:
          right === undefined
            ? 'write plain text, or a variable such as {{{event.…}}}'
            : `write ${quote(`{{{${right}}}}`)}`,
        fixes:
          right !== undefined && uses.every((use) => use.text.value === text.value)
            ? writeFix(
                places,
                text.value.replace(written, () => `{{{${right}}}}`),
                'unsafe',
              )
            : undefined,
        fingerprintKey: {
          names: groupIdentity(workflow),
          detail: `${text.field.name} ${written}`,
        },
      });
    }
  },

  summarize: templatedEmails,

  compare({ summaries, workspace }, report) {
    const { find } = workspace.resources(templates);
    const used = new Set(
      summaries.flatMap(({ summary }) => summary.flatMap(({ name }) => find(name) ?? [])),
    );
    for (const template of used) checkTexts(template, report);
  },
});

const FIELDS = ['subject', 'html', 'text'] as const;

/** Texts of a template that are sent as they are written: one finding for each template. */
function checkTexts(template: ResourceItem<Template>, report: ReportFn): void {
  const { value } = template;
  const name = quote(value.alias ?? value.id ?? '');
  const identity = value.id ?? value.alias ?? '';
  const literals = FIELDS.flatMap((field) =>
    findLiterals(value[field] ?? '').map((literal) => ({ ...literal, field })),
  );
  const [first] = literals;
  if (first !== undefined) {
    const names = [...new Set(literals.map(({ written }) => written))];
    report({
      at: placeOfResource(template, first.field),
      message: `template ${name} does not replace ${listNames(names)}`,
      help: adviseOn(first.name, value.variables, names.length),
      names,
      fingerprintKey: { names: identity },
    });
  }
  for (const field of FIELDS) {
    const tag = templateTags(value[field]).find((each) => each.isRendered && each.hasFallback);
    if (tag === undefined) continue;
    report({
      at: placeOfResource(template, field),
      message: `template ${name} uses ${quote(`{{{${tag.name}|…}}}`)}, the syntax of broadcasts`,
      help: `write ${quote(`{{{${tag.name}}}}`)}, and give the variable a fallback in the template`,
      fingerprintKey: { names: identity, detail: 'broadcast' },
      maxSeverity: 'info',
    });
    break;
  }
}

function adviseOn(
  name: string | undefined,
  variables: Template['variables'] = [],
  count: number,
): string {
  const keys = variables.map(({ key }) => key);
  const key = name === undefined || keys.includes(name) ? name : (nearest(name, keys) ?? name);
  if (key === undefined) return 'write plain text, or one variable in three braces';
  const written = quote(`{{{${key}}}}`);
  return count === 1 ? `write ${written}` : `write each variable in three braces: ${written}`;
}

const MEANT = namesMeant({
  FIRST_NAME: 'fname firstname',
  LAST_NAME: 'lname lastname',
  EMAIL: 'email',
});

/** The name in three braces: not one that the loaded schema lacks. */
function rightName(
  name: string,
  at: { readonly step: Step; readonly graph: Graph; readonly workspace: Workspace },
): string | undefined {
  if (/^(?:event|contact|wait_events)\./.test(name)) return isReadable(name, at) ? name : undefined;
  const reserved = MEANT.get(name.toLowerCase().replaceAll('_', ''));
  if (reserved !== undefined) return reserved;
  const { reference, candidates } = meantReference(name, at);
  return reference ?? candidates[0];
}
