import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { placeOfUse } from '../src/core/graph/template-uses.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { isObject, type JsonObject } from '../src/core/model/json.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import type { NodeEdit, NodeFix, Step, Workflow } from '../src/core/model/nodes.ts';
import { atFirst, unescapeSegment } from '../src/core/model/place.ts';
import type { EmailUse, PropertyUse } from '../src/core/model/resource-uses.ts';
import { inSeveral } from '../src/core/model/text.ts';
import contactProperties from '../src/core/resources/contact-properties.ts';
import { isRequired } from '../src/core/resources/template-variables.ts';
import templates, { type Template } from '../src/core/resources/templates.ts';
import { defineRule, type Resources } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-contact-property',
  severity: 'warning',
  preset: 'recommended',
  category: 'references',
  summary: 'A contact property that is not defined, or has another type.',
  why: 'No contact has the property, so emails show a gap and conditions on it are never true.',
  remedy: 'Write a defined property with a value of its type, or define it.',
  whenOff: 'When properties are defined by your application as it needs them.',
  needs: { contact_properties: 'complete' },

  workflow({ workflow, graph, workspace }, report) {
    const { emails, properties } = resourceUsesOf(graph);
    const { find, nearest, items } = workspace.resources(contactProperties);
    const faults = properties.flatMap((use) => {
      const property = find(use.name)?.value;
      if (property === undefined) return { use, type: undefined };
      return isMismatch(use, property.type) ? { use, type: property.type } : [];
    });
    if (faults.length === 0) return;
    const required = requiredReads(emails, workspace.resources(templates));
    const groups = groupBy(faults, ({ use, type }) =>
      joinNames(use.name, type === undefined ? '' : `${use.how} ${use.constant}`),
    );
    for (const group of groups.values()) {
      const [{ use, type }] = group;
      const { name, constant, how } = use;
      const places = group.map((each) => placeOfUse(workflow, each.use, each.use.at));
      const where = inSeveral(places.length, 'places');
      const meant = nearest(name);
      report({
        ...atFirst(places),
        ...(type === undefined
          ? {
              message: `contact property ${quote(name)} is not defined${where}`,
              help:
                suggestName(meant) ??
                `define ${quote(name)}, or write the key of a defined property`,
              fixes: meant === undefined ? undefined : renameUses(workflow, group, meant),
              consequence: group.some((each) => required.has(nameOfRead(each.use)))
                ? 'without the value, the service refuses the email'
                : undefined,
            }
          : {
              message: `contact property ${quote(name)} is a ${type}, but is ${how === 'sets' ? 'set to' : 'compared with'} a ${constant}${where}`,
              help: `write a ${type}`,
            }),
        fingerprintKey: {
          names: groupIdentity(workflow.ref, name),
          detail: type === undefined ? name : `${name} ${how} ${constant}`,
        },
        explainedBy: items.some(({ isFaulty }) => isFaulty) ? 'invalid-shape' : undefined,
      });
    }
  },
});

/** Only where each place names the whole property. */
function renameUses(
  { steps }: Workflow,
  group: readonly { readonly use: PropertyUse }[],
  meant: string,
): readonly NodeFix[] {
  const edits = group.flatMap(({ use: { index, name, at, how } }): readonly NodeEdit[] => {
    const step = steps[index] as Step;
    const path = at.split('/').map(unescapeSegment);
    let value: unknown = step.raw;
    let holder: unknown;
    for (const part of path)
      [holder, value] = [
        value,
        isObject(value) || Array.isArray(value) ? (value as JsonObject)[part] : undefined,
      ];
    const place = placeOfUse(step.workflow, step, at);
    if (how === 'sets')
      return isObject(holder) && !Object.hasOwn(holder, meant)
        ? [{ kind: 'rename', place: { ...place, onKey: true }, name: meant }]
        : [];
    return value === PROPERTY + name ? [{ kind: 'write', place, value: PROPERTY + meant }] : [];
  });
  if (edits.length < group.length) return [];
  return [{ title: `replace with ${quote(meant)}`, safety: 'unsafe', edits }];
}

const PROPERTY = 'contact.properties.';

/** The references that go to variables without a fallback, by step and place. */
function requiredReads(
  emails: readonly EmailUse[],
  { find }: Resources<Template>,
): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const { index, template, variables } of emails) {
    const declared = find(template)?.value.variables ?? [];
    const required = new Set(declared.filter(isRequired).map(({ key }) => key));
    for (const { key, at } of variables)
      if (required.has(key)) reads.add(nameOfRead({ index, at: `${at}/var` }));
  }
  return reads;
}

const nameOfRead = ({ index, at }: Pick<PropertyUse, 'index' | 'at'>): string => `${index} ${at}`;

/** There is no type for booleans, and some documents write them as strings. */
const isMismatch = ({ constant }: PropertyUse, type: string | undefined): boolean =>
  (constant === 'string' && type === 'number') || (constant === 'number' && type === 'string');
