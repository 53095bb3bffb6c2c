import { configTextsIn, variablesIn } from '../src/core/graph/reads.ts';
import type { ConfigText } from '../src/core/model/config-texts.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import {
  findPlaceholder,
  maybePlaceholder,
  type PlaceholderUse,
} from '../src/core/model/placeholder.ts';
import { matchesDomain } from '../src/core/model/sender.ts';
import { type At, defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'placeholder-value',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A placeholder that was not replaced.',
  why: 'With a placeholder as id the step fails; a placeholder in a text is sent to contacts literally.',
  remedy: 'Write the real value.',
  whenOff: 'For templates of workflows that are filled in later.',
  options: {
    defaults: { allow: [] as readonly string[] },
    schema: {
      allow: {
        description:
          'Allowed values, or domains of addresses; "*.example.com" allows all its subdomains.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
      },
    },
  },

  workflow({ workflow, graph }, report, { allow }) {
    const texts: NamedText[] = [];
    for (const { step, field, value, path } of configTextsIn(graph)) {
      const { name, use } = field;
      if (maybePlaceholder(value, use)) texts.push({ step, name, use, value, path });
    }
    for (const variable of variablesIn(graph)) {
      const { step, key, value } = variable;
      if (typeof value !== 'string' || !maybePlaceholder(value, 'text')) continue;
      texts.push({ step, name: `variable ${quote(key)}`, value, use: 'text', path: variable.path });
    }
    if (texts.length === 0) return;
    const placeholders = texts.flatMap((text) => {
      const found = findPlaceholder(text.value, text.use);
      return found === undefined || isAllowed(text.value, found, allow) ? [] : { text, found };
    });
    const groups = groupBy(placeholders, ({ text, found }) => joinNames(text.name, found));
    for (const group of groups.values()) {
      const [{ text, found }] = group as [{ text: NamedText; found: string }];
      const places = group.map(({ text: { step, path } }): At => [step, ...path]);
      const where = places.length === 1 ? '' : `, in ${places.length} places`;
      report({
        ...atFirst(places as [At, ...At[]]),
        message: describe(text, found) + where,
        help: helpFor(text, found),
        detail: text.name,
        identity: groupIdentity(workflow, places, found),
      });
    }
  },
});

interface NamedText extends Pick<ConfigText, 'step' | 'value' | 'path'> {
  readonly name: string;
  readonly use: PlaceholderUse;
}

function isAllowed(value: string, found: string, allow: readonly string[]): boolean {
  if (allow.length === 0) return false;
  return (
    allow.includes(value) ||
    allow.includes(found) ||
    allow.some((pattern) => matchesDomain(found, pattern))
  );
}

function describe({ name, value }: NamedText, found: string): string {
  if (found === value.trim()) return `${name} ${quote(found)} is a placeholder`;
  return `${name} contains the placeholder ${quote(found)}`;
}

function helpFor({ use, name }: NamedText, found: string): string {
  if (use === 'id') return `write the real ${name}`;
  return use === 'address' || found.includes('.')
    ? 'write an address of your own'
    : 'write the text that contacts should read';
}
