import { textsOf, valuesOf } from '../src/core/model/config.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { matchesDomain } from '../src/core/model/sender.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
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
    allow: exemptOption('Allowed values, or domains such as "*.example.com" of addresses.'),
  }),

  workflow({ steps, workspace }, report, { allow }) {
    for (const { step, name, use, of, value, path } of steps.flatMap(writtenIn)) {
      const text = findPlaceholder(value, use);
      if (text === undefined || (of !== undefined && isLookedUp(of, workspace))) continue;
      if (allow.some((each) => each === value || each === text || matchesDomain(text, each)))
        continue;
      report({
        at: [step, ...path],
        message: `${name} contains the placeholder ${quote(text)}`,
        help: 'write the real value',
        habit: 'placeholders are not replaced',
        name: text,
      });
    }
  },
});

/** The texts and template variables of a step. */
const writtenIn = (step: Step) => [
  ...textsOf(step).map(({ field, ...each }) => ({ ...field, ...each })),
  ...valuesOf(step).flatMap(({ name, use, value, path }) =>
    use === 'variable' && typeof value === 'string'
      ? { step, name: `variable ${quote(name)}`, use: 'text' as const, of: undefined, value, path }
      : [],
  ),
];

/** Whether the rules unknown-event and unknown-resource report the id. */
const isLookedUp = (of: string, { documents }: Workspace): boolean =>
  documents.some(({ lists, events }) =>
    of === 'events' ? events.length > 0 : lists.some((list) => list.of === of && !list.hasMore),
  );
