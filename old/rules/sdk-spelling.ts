import { camelCase, SPELLINGS } from '../src/core/model/fields.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import type { NodeFix, Place, Workflow } from '../src/core/model/nodes.ts';
import { atFirst, keyPlaceOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'sdk-spelling',
  severity: 'info',
  preset: 'off',
  category: 'document',
  summary: 'Fields in camelCase, as in the SDK, in place of those of the API.',
  why: 'A program that posts the file to the API without the SDK sends fields that the API ignores.',
  remedy: 'Write the names of the API: `event_name`, `template_id`, `from_step_id`.',
  whenOff: 'When your programs pass the files to the SDK, or only edgewise reads them.',

  workflow({ workflow }, report) {
    const found = camelCaseFields(workflow);
    const [first] = found;
    if (first === undefined) return;
    const places = found.map(({ place }) => place) as [Place, ...Place[]];
    const number = found.length === 1 ? '1 field is' : `${found.length} fields are`;
    report({
      ...atFirst(places),
      message: `${number} in camelCase: ${quote(first.field)} for ${quote(first.name)}`,
      help: `rename ${found.length === 1 ? 'it' : 'them'} to snake_case`,
      fixes: [fixOf(found)],
      fingerprintKey: { names: groupIdentity(workflow) },
    });
  },
});

interface Field {
  readonly place: Place;
  readonly field: string;
  /** The name in the API. */
  readonly name: string;
}

const EDGE_NAMES = Object.values(SPELLINGS.edge).flat();

/** Fields of steps and edges in camelCase, where the same object does not have the snake_case name as well. */
function camelCaseFields({ steps, edges }: Workflow): readonly Field[] {
  const found: Field[] = [];
  for (const step of steps)
    for (const name of step.spec.spellings.keys()) {
      const field = spelledInCamelCase(step.config, name);
      if (field !== undefined)
        found.push({ place: keyPlaceOf([step, 'config', field]), field, name });
    }
  for (const edge of edges)
    for (const name of EDGE_NAMES) {
      const field = spelledInCamelCase(edge.raw, name);
      if (field !== undefined) found.push({ place: keyPlaceOf([edge, field]), field, name });
    }
  return found;
}

function spelledInCamelCase(holder: object, name: string): string | undefined {
  const field = camelCase(name);
  return Object.hasOwn(holder, field) && !Object.hasOwn(holder, name) ? field : undefined;
}

const fixOf = (found: readonly Field[]): NodeFix => ({
  title: 'rename to snake_case',
  safety: 'unsafe',
  edits: found.map(({ place, name }) => ({ kind: 'rename', place, name })),
});
