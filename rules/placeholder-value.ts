import { variablesIn } from '../src/graph/reads.ts';
import { type ConfigText, collectConfigTexts } from '../src/model/config-texts.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { findPlaceholder, maybePlaceholder } from '../src/model/placeholder.ts';
import { matchesDomain } from '../src/model/sender.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'placeholder-value',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A value that was meant to be replaced before anything is sent.',
  why: 'The service does not know such an id, so the step fails; a text of this kind goes out to people as it stands.',
  remedy: 'Put in the real value.',
  whenOff: 'For templates of workflows that are filled in later.',
  options: {
    defaults: { allow: [] as readonly string[] },
    schema: {
      allow: {
        description: 'Values that are fine: exactly as written, or the domain of an address; "*.example.com" stands for all domains below it.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
      },
    },
  },

  workflow({ workflow, graph }, report, { allow }) {
    const texts: ConfigText[] = [];
    for (const step of workflow.steps) collectConfigTexts(step, maybePlaceholder, texts);
    for (const variable of variablesIn(graph)) {
      const { step, key, value } = variable;
      if (typeof value !== 'string' || !maybePlaceholder(value, 'text')) continue;
      texts.push({ step, name: `variable ${quote(key)}`, value, use: 'text', path: variable.path });
    }
    for (const text of texts) {
      const found = findPlaceholder(text.value, text.use);
      if (found === undefined || isAllowed(text.value, found, allow)) continue;
      const { step, path, name } = text;
      report({ at: [step, ...path], message: `${labelOf(step)}: ${describe(text, found)}`, help: helpFor(text, found), detail: name });
    }
  },
});

function isAllowed(value: string, found: string, allow: readonly string[]): boolean {
  if (allow.length === 0) return false;
  return allow.includes(value) || allow.includes(found) || allow.some((pattern) => matchesDomain(found, pattern));
}

function describe({ name, value }: ConfigText, found: string): string {
  if (found === value.trim()) return `the ${name} ${quote(found)} is a placeholder`;
  return `the ${name} holds the placeholder ${quote(found)}`;
}

function helpFor({ use, name }: ConfigText, found: string): string {
  if (use === 'id') return `put in the real ${name}`;
  return found.includes('.') ? 'use an address of your own' : 'write what people are meant to read';
}
