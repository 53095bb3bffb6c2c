import { quote } from '../src/core/model/label.ts';
import { compilePattern, type Matcher } from '../src/core/model/pattern.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'event-name-style',
  severity: 'info',
  preset: 'off',
  category: 'events',
  since: '0.1.0',
  summary: 'An event name that does not follow the naming convention.',
  why: 'Inconsistent names are easily mistyped, and a mistyped event starts no workflow.',
  remedy: 'Rename the event in its definition and in every place that sends it.',
  whenOff: 'Unless your team has a naming convention; the service accepts any name.',
  options: {
    defaults: { pattern: '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$' },
    schema: {
      pattern: {
        description:
          'A regular expression that every event name must match, without lookaround and backreferences; the default is lower case with dots.',
        type: 'string',
        format: 'regex',
      },
    },
  },

  workspace({ workspace }, report, { pattern }) {
    const [anyEvent] = workspace.definitions;
    if (anyEvent === undefined) return;
    let fits: Matcher;
    try {
      fits = compilePattern(pattern);
    } catch (error) {
      // A faulty pattern in a configuration is reported earlier.
      const fault = (error as Error).message;
      report({
        at: [anyEvent, 'name'],
        message: 'event names were not checked because of the option "pattern"',
        help: `correct ${quote(pattern)}: it ${fault}`,
        detail: 'pattern',
      });
      return;
    }
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined || (name.length <= MAX_LENGTH && fits(name))) continue;
      const message =
        name.length > MAX_LENGTH
          ? `event name ${quote(name)} is longer than ${MAX_LENGTH} characters`
          : `event name ${quote(name)} does not match the pattern ${quote(pattern)}`;
      report({ at: [event, 'name'], message });
    }
  },
});

// Longer names are not matched.
const MAX_LENGTH = 200;
