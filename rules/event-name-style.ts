import { quote } from '../src/core/model/label.ts';
import { defineRule, optionsOf } from '../src/core/rule.ts';

const STYLES = {
  'dot.case': /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
  'kebab-case': /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  camelCase: /^[a-z][a-zA-Z0-9]*$/,
};

export default defineRule({
  id: 'event-name-style',
  severity: 'info',
  preset: 'off',
  category: 'events',
  summary: 'An event name that does not follow the naming convention.',
  why: 'Inconsistent names are easily mistyped, and a mistyped event starts no workflow.',
  remedy: 'Rename the event in its definition and in every place that sends it.',
  whenOff: 'Unless your team has a naming convention; the service accepts any name.',
  options: optionsOf({
    style: {
      default: 'dot.case' as keyof typeof STYLES,
      schema: { description: 'The naming convention of events.', enum: Object.keys(STYLES) },
    },
  }),

  workspace({ workspace }, report, { style }) {
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined || STYLES[style].test(name)) continue;
      report({ at: [event, 'name'], message: `event name ${quote(name)} is not in ${style}` });
    }
  },
});
