import { configTextsIn } from '../src/core/graph/reads.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { type At, defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unsupported-variable',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A variable in a syntax that the service does not support.',
  why: 'The service replaces only variables in three braces, so the contact reads the variable itself.',
  remedy: 'Write the variable in three braces, such as {{{event.plan}}}.',
  whenOff: 'When subjects contain such text on purpose.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const texts = configTextsIn(graph).filter(
      ({ field, value }) => field.hasVariables && SIGN.test(value) && SYNTAX.test(value),
    );
    if (texts.length === 0) return;
    const found = texts.map((text) => {
      const [written, ...names] = SYNTAX.exec(text.value) as RegExpExecArray;
      return { text, written, name: names.find((name) => name !== undefined) as string };
    });
    const groups = groupBy(found, ({ text, written }) => joinNames(text.field.name, written));
    for (const uses of groups.values()) {
      const [{ text, written, name }] = uses as [(typeof uses)[number]];
      const places = uses.map((use): At => [use.text.step, ...use.text.path]);
      const where = places.length === 1 ? '' : `, in ${places.length} places`;
      report({
        ...atFirst(places as [At, ...At[]]),
        message: `variable ${quote(written)} in the ${text.field.name} is not replaced${where}`,
        help: `write ${quote(`{{{${rightName(name)}}}}`)}`,
        fixes: uses.every((use) => use.text.value === text.value)
          ? writeFix(
              places,
              text.value.replace(written, () => `{{{${rightName(name)}}}}`),
              'unsafe',
            )
          : undefined,
        detail: `${text.field.name} ${written}`,
        identity: groupIdentity(workflow, places),
      });
    }
  },
});

// "{{plan}}", "{first_name}" and "*|FNAME|*" of other services. Every part is bounded.
const NAME = '[A-Za-z_][\\w.]{0,60}';
const SIGN = /[{*]/;
const SYNTAX = new RegExp(
  `(?<!\\{)\\{\\{ ?(${NAME})(?:\\|[^{}]{0,60})? ?\\}\\}(?!\\})|(?<!\\{)\\$?\\{ ?(${NAME}) ?\\}(?!\\})|\\*\\|(${NAME})\\|\\*`,
);

const MEANT = new Map([
  ['fname', 'FIRST_NAME'],
  ['firstname', 'FIRST_NAME'],
  ['lname', 'LAST_NAME'],
  ['lastname', 'LAST_NAME'],
  ['email', 'EMAIL'],
]);

function rightName(name: string): string {
  if (/^(?:event|contact|wait_events)\./.test(name)) return name;
  return MEANT.get(name.toLowerCase().replaceAll('_', '')) ?? `event.${name}`;
}
