import { quote } from '../src/model/label.ts';
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
        description: 'A regular expression that every event name must match; the default is dot notation in lower case.',
        type: 'string',
        format: 'regex',
      },
    },
  },

  workspace({ workspace }, report, { pattern }) {
    const [anyEvent] = workspace.definitions;
    if (anyEvent === undefined) return;
    const style = compile(pattern);
    if (style === undefined) {
      report({
        at: [anyEvent, 'name'],
        message: `event names were not checked: the option "pattern" is no regular expression: ${quote(pattern)}`,
        detail: 'pattern',
      });
      return;
    }
    for (const event of workspace.definitions) {
      const { name } = event;
      // A pattern of the user's own may take for ever on a long name, which no style would allow.
      if (name === undefined || (name.length <= MAX_LENGTH && style.test(name))) continue;
      const message =
        name.length > MAX_LENGTH ? `the event name ${quote(name)} is too long to be checked` : `the event name ${quote(name)} does not match ${pattern}`;
      report({ at: [event, 'name'], message });
    }
  },
});

const MAX_LENGTH = 200;

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
