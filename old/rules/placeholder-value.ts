import { configTextsIn, variablesIn } from '../src/core/graph/reads.ts';
import { describeHabit, listNames } from '../src/core/model/habit.ts';
import { quote } from '../src/core/model/label.ts';
import {
  findPlaceholder,
  maybePlaceholder,
  type PlaceholderUse,
} from '../src/core/model/placeholder.ts';
import { matchesDomain } from '../src/core/model/sender.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { resourceTypeOf } from '../src/core/resources/registry.ts';
import {
  defineRule,
  namesOption,
  optionsOf,
  type Target,
  type Workspace,
} from '../src/core/rule.ts';

interface Placeholder {
  /** Of the field or variable that holds it. */
  readonly name: string;
  readonly use: PlaceholderUse;
  /** Of an id: the collection it is looked up in. */
  readonly of?: string | undefined;
  readonly text: string;
  /** There is no other text. */
  readonly isWhole: boolean;
  readonly at: Target;
}

interface Options {
  readonly allow: readonly string[];
}

export default defineRule<Options>({
  id: 'placeholder-value',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A placeholder that was not replaced.',
  why: 'With a placeholder as event the workflow never starts; as id, the step fails; in a text, contacts read it.',
  remedy: 'Write the real value.',
  whenOff: 'For templates of workflows that are filled in later.',
  options: optionsOf({
    allow: namesOption(
      [],
      'Allowed values, or domains of addresses; "*.example.com" allows all its subdomains.',
    ),
  }),

  workflow({ workflow, graph, workspace }, report, { allow }) {
    const found: Placeholder[] = [];
    const look = (value: string, at: Target, about: Pick<Placeholder, 'name' | 'use' | 'of'>) => {
      const { name, use, of } = about;
      const text = findPlaceholder(value, use);
      if (text === undefined || isAllowed(value, text, allow)) return;
      if (of === undefined || !isLookedUp(of, workspace))
        found.push({ name, use, of, text, isWhole: text === value.trim(), at });
    };
    for (const { step, field, value, path } of configTextsIn(graph))
      if (maybePlaceholder(value, field.use)) look(value, [step, ...path], field);
    for (const { step, key, value, holder } of variablesIn(graph))
      if (typeof value === 'string' && maybePlaceholder(value, 'text'))
        look(value, [step, ...holder, key], { name: `variable ${quote(key)}`, use: 'text' });
    const [first] = found;
    if (first === undefined) return;
    const uses = found.map(({ name, text, at }) => ({ name: `${name} ${text}`, at }));
    const { names, ...place } = describeHabit(workflow.ref, uses);
    const texts = [...new Set(found.map(({ text }) => text))];
    const where = inSeveral(found.length, 'places');
    report({
      ...place,
      names,
      message:
        names.length === 1
          ? describe(first) + where
          : `${texts.length} placeholder${texts.length === 1 ? '' : 's'} ${texts.length === 1 ? 'is' : 'are'} not replaced${found.length === texts.length ? '' : where}: ${listNames(texts)}`,
      help: names.length === 1 ? helpFor(first) : 'write the real values',
    });
  },
});

/** Whether a rule reports ids of this collection that do not exist. */
function isLookedUp(collection: string, workspace: Workspace): boolean {
  const type = resourceTypeOf(collection);
  return type === undefined
    ? workspace.events !== 'absent'
    : workspace.resources(type).completeness === 'complete';
}

function isAllowed(value: string, found: string, allow: readonly string[]): boolean {
  return (
    allow.includes(value) ||
    allow.includes(found) ||
    allow.some((pattern) => matchesDomain(found, pattern))
  );
}

function describe({ name, text, isWhole }: Placeholder): string {
  if (isWhole) return `${name} ${quote(text)} is a placeholder`;
  return `${name} contains the placeholder ${quote(text)}`;
}

function helpFor({ use, name, text }: Placeholder): string {
  if (use === 'id') return `write the real ${name}`;
  return use === 'address' || text.includes('.')
    ? 'write an address of your own'
    : 'write the text that contacts should read';
}
