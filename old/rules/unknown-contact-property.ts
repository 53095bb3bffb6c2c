import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { renameFix, writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import type { NodeFix, Place } from '../src/core/model/nodes.ts';
import { atFirst, keyPlaceOf } from '../src/core/model/place.ts';
import type { NamedUse, PropertyUse } from '../src/core/model/resource-uses.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { templateVariablesOf } from '../src/core/model/variables.ts';
import contactProperties from '../src/core/resources/contact-properties.ts';
import { isRequired } from '../src/core/resources/template-variables.ts';
import templates, { type Template } from '../src/core/resources/templates.ts';
import { defineRule, type Resources, type Target } from '../src/core/rule.ts';

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
      const places = group.map((each) => placeOfUse(each.use, type === undefined));
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
              fixes: meant === undefined ? undefined : renameUses(group, meant),
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

/** A name that is set is the key of the value. */
function placeOfUse({ step, path, how }: PropertyUse, isOfName: boolean): Target | Place {
  return how === 'sets' && isOfName ? keyPlaceOf([step, ...path]) : [step, ...path];
}

/** Only where each place names the whole property. */
function renameUses(
  group: readonly { readonly use: PropertyUse }[],
  meant: string,
): readonly NodeFix[] {
  const edits = group.flatMap(({ use: { step, path, name, text, how } }) => {
    const isWhole = text === PROPERTY + name;
    const fixes =
      how === 'sets'
        ? renameFix([step, ...path.map(String)], meant)
        : writeFix([[step, ...path]], isWhole ? PROPERTY + meant : undefined);
    return fixes.flatMap((fix) => fix.edits);
  });
  if (edits.length < group.length) return [];
  return [{ title: `replace with ${quote(meant)}`, safety: 'unsafe', edits }];
}

const PROPERTY = 'contact.properties.';

/** The references that go to variables without a fallback, by step and place. */
function requiredReads(
  emails: readonly NamedUse[],
  { find }: Resources<Template>,
): ReadonlySet<string> {
  const reads = new Set<string>();
  for (const { step, name } of emails) {
    const declared = find(name)?.value.variables ?? [];
    const required = new Set(declared.filter(isRequired).map(({ key }) => key));
    for (const { key, holder } of templateVariablesOf(step))
      if (required.has(key)) reads.add(nameOfRead({ step, path: [...holder, key, 'var'] }));
  }
  return reads;
}

const nameOfRead = ({ step, path }: Pick<PropertyUse, 'step' | 'path'>): string =>
  JSON.stringify([step.index, ...path]);

/** There is no type for booleans, and some documents write them as strings. */
const isMismatch = ({ constant }: PropertyUse, type: string | undefined): boolean =>
  (constant === 'string' && type === 'number') || (constant === 'number' && type === 'string');
