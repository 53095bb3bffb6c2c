import { textsOf, variablesOf } from '../src/core/model/config.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { matchesDomain } from '../src/core/model/sender.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'placeholder-value',
  severity: 'warning',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A placeholder that was not replaced.',
  why: 'As event or id, the workflow never starts or the step fails; in a text, contacts read it.',
  remedy: 'Write the real value.',
  options: optionsOf({
    allow: exemptOption(
      'Allowed values, or domains of addresses; "*.example.com" allows all its subdomains.',
    ),
  }),

  workflow({ steps, workspace }, report, { allow }) {
    for (const step of steps) {
      const variables = variablesOf(step).flatMap(([name, value]) =>
        typeof value === 'string'
          ? {
              ...{ name: `variable ${quote(name)}`, use: 'text' as const, of: undefined, value },
              path: ['config', 'template', 'variables', name],
            }
          : [],
      );
      const texts = textsOf(step).map(({ field, value, path }) => ({ ...field, value, path }));
      for (const { name, use, of, value, path } of [...texts, ...variables]) {
        const text = findPlaceholder(value, use);
        if (text === undefined || (of !== undefined && isLookedUp(of, workspace))) continue;
        if ([value, text].some((each) => allow.includes(each))) continue;
        if (allow.some((pattern) => matchesDomain(text, pattern))) continue;
        const isWhole = text === value.trim();
        report({
          at: [step, ...path],
          message: isWhole
            ? `${name} ${quote(text)} is a placeholder`
            : `${name} contains the placeholder ${quote(text)}`,
          help: adviseValue(name, use, text),
          habit: 'placeholders are not replaced',
          name: text,
        });
      }
    }
  },
});

/** Whether the rules unknown-event and unknown-resource report the id. */
const isLookedUp = (of: string, { documents }: Workspace): boolean =>
  documents.some(({ lists, events }) =>
    of === 'events' ? events.length > 0 : lists.some((list) => list.of === of && !list.hasMore),
  );

function adviseValue(name: string, use: 'id' | 'address' | 'text', text: string): string {
  if (use === 'id') return `write the real ${name}`;
  return use === 'address' || text.includes('.')
    ? 'write an address of your own'
    : 'write the text that contacts should read';
}
