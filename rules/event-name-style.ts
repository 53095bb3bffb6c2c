import { quote } from '../src/model/label.ts';
import { compilePattern, type Matcher } from '../src/model/pattern.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'event-name-style',
  severity: 'info',
  preset: 'off',
  category: 'events',
  since: '0.1.0',
  summary: 'An event name in another style than the team has agreed on.',
  why: 'Names of several styles are mistyped, and a mistyped event starts nothing.',
  remedy: 'Rename the event, in the definition and wherever it is sent.',
  whenOff: 'Unless you have agreed on a style; the service takes any name.',
  options: {
    defaults: { pattern: '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$' },
    schema: {
      pattern: {
        description:
          'A regular expression that every event name must match, without look-around and back references; the default is dot notation in lower case.',
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
      // The check of a configuration says so before.
      const fault = (error as Error).message;
      report({ at: [anyEvent, 'name'], message: `event names were not checked: the option "pattern" ${fault}: ${quote(pattern)}`, detail: 'pattern' });
      return;
    }
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined || (name.length <= MAX_LENGTH && fits(name))) continue;
      const message =
        name.length > MAX_LENGTH ? `the event name ${quote(name)} is too long to be checked` : `the event name ${quote(name)} does not match ${pattern}`;
      report({ at: [event, 'name'], message });
    }
  },
});

// No style would allow a longer one.
const MAX_LENGTH = 200;
