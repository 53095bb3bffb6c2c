import { stringsOf } from '../src/core/model/config.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { matchesDomain } from '../src/core/model/sender.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'placeholder-value',
  severity: 'warning',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A placeholder that was not replaced.',
  why: 'As event or id, the workflow never starts or the step fails; in a text, contacts read it.',
  remedy: 'Write the real value.',
  options: optionsOf({
    allow: exemptOption('Allowed values, or domains such as "*.example.com" of addresses.'),
  }),

  workflow({ steps, workspace }, report, { allow }) {
    for (const step of steps)
      for (const { name, use, of, value, path } of stringsOf(step)) {
        if (use === 'field' || use === 'property') continue;
        const isVariable = use === 'variable';
        const text = findPlaceholder(value, isVariable ? 'text' : use);
        if (text === undefined || (of !== undefined && isLookedUp(of, workspace))) continue;
        if (allow.some((each) => each === value || each === text || matchesDomain(text, each)))
          continue;
        const owner = isVariable ? `variable ${quote(name)}` : name;
        report({
          at: [step, ...path],
          message: `${owner} contains the placeholder ${quote(text)}`,
          help: 'write the real value',
          habit: 'placeholders are not replaced',
          name: text,
        });
      }
  },
});

/** Whether the rules unknown-event and unknown-resource report the id. */
const isLookedUp = (of: string, { documents }: Workspace): boolean =>
  documents.some(({ lists, events }) =>
    of === 'events' ? events.length > 0 : lists.some((list) => list.of === of && !list.hasMore),
  );
