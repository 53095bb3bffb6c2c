import { isReadable } from '../src/core/graph/meant-reference.ts';
import { variablesIn } from '../src/core/graph/reads.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { firstNames, labelOf, quote } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { faultOfValue } from '../src/core/model/variables.ts';
import segments from '../src/core/resources/segments.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-config',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  summary: 'A config field of a step that is missing, blank or of the wrong type.',
  why: 'The service rejects the step, or runs it without its template, event or segment.',
  remedy: 'Set the field to a value of the required type.',
  whenOff: 'Never, because the step cannot run without its required fields.',
  linear: true,

  document({ document, workspace }, report) {
    for (const { rule, place, message, help, field, fixes } of document.problems) {
      if (rule !== 'invalid-config') continue;
      report({
        at: place,
        message,
        help: help ?? offerNames(field, place, workspace),
        fixes,
        fingerprintKey: { detail: field && snakeCase(field) },
      });
    }
  },

  workflow({ workflow, graph, workspace }, report) {
    const found = variablesIn(graph).flatMap((variable) => {
      const { step } = variable;
      const canRead = (name: string) => isReadable(name, { step, graph, workspace });
      const fault = faultOfValue(variable.value, canRead);
      return fault === undefined ? [] : { ...variable, fault };
    });
    for (const [message, alike] of groupBy(found, ({ fault }) => fault.message)) {
      const [{ step, key, fault }] = alike;
      const places = alike.map((each): Target => [each.step, ...each.holder, each.key]);
      const more = places.length === 1 ? '' : `, and ${places.length - 1} more`;
      report({
        ...atFirst(places, 'the same fault'),
        message: `variable ${quote(key)} of ${labelOf(step)} ${message}${more}`,
        help: fault.help,
        fixes: alike.length === 1 ? writeFix(places, fault.meant) : undefined,
        names: [...new Set(alike.map((each) => each.key))],
        fingerprintKey: { names: groupIdentity(workflow, message) },
      });
    }
  },
});

const EVENTS: ReadonlySet<string> = new Set(['event_name', 'eventName']);
const TEMPLATES: ReadonlySet<string> = new Set(['id', 'template_id', 'templateId']);
const SEGMENTS: ReadonlySet<string> = new Set(['segment_id', 'segmentId']);

/** The defined names, for a name that is blank. */
function offerNames(
  field: string | undefined,
  { pointer }: Place,
  workspace: Workspace,
): string | undefined {
  const names =
    field === undefined
      ? []
      : EVENTS.has(field)
        ? workspace.definitions.flatMap(({ name }) => (name?.trim() ? name : []))
        : TEMPLATES.has(field)
          ? workspace
              .resources(templates)
              .items.flatMap(({ value }) => value.alias ?? value.id ?? [])
          : SEGMENTS.has(field)
            ? workspace.resources(segments).items.flatMap(({ value }) => value.id ?? [])
            : [];
  const shown = [...new Set(names)].sort();
  if (shown.length === 0) return undefined;
  const write = pointer.endsWith(`/${field}`) ? 'write' : `set ${quote(field as string)} to`;
  return `${write} one of ${firstNames(shown)}`;
}
