import type { Graph } from '../src/graph/graph.ts';
import { waysOf } from '../src/graph/ways.ts';
import { templateIdOf, templateOf } from '../src/model/config.ts';
import { labelOf, quote } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

// Steps looked at by all searches together: far more than any workflow of the service, which has 150 steps, can need.
const MAX_LOOKS = 2_000_000;

export default defineRule({
  id: 'repeated-template',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'The same template sent twice on one path.',
  why: 'The contact gets the same email again; mostly a step was copied and its template left as it was.',
  remedy: 'Choose the template that was meant for the later step.',
  whenOff: 'When a template is only a frame and its variables make the email.',

  workflow({ graph }, report) {
    if (areAllDifferent(graph.ofType('send_email'))) return;
    let looks = 0;
    for (const [template, steps] of stepsByTemplate(graph)) {
      if (steps.length < 2) continue;
      const repeats = new Map<Step, Step>();
      for (const first of steps) {
        // On a chain the first search tells of all the others.
        if (repeats.size === steps.length - 1 || looks > MAX_LOOKS) break;
        const behind = graph.reachableFrom(graph.successors(first), ({ type }) => type !== 'contact_delete');
        looks += behind.size + steps.length;
        for (const step of steps) if (!repeats.has(step) && behind.has(step) && isLater(step, first, graph)) repeats.set(step, first);
      }
      if (repeats.size === 0) continue;
      for (const [step, first] of possibleRepeats(steps, graph) ?? repeats) {
        report({
          at: [step, 'config', ...(templateOf(step)?.path ?? [])],
          message: `${labelOf(step)} sends the template ${quote(template)}, which ${labelOf(first)} has sent before on the same path`,
          related: [{ at: [first, 'config', ...(templateOf(first)?.path ?? [])], message: 'sent here before' }],
          detail: template,
        });
      }
    }
  },
});

/** On a cycle each comes after the other: the one listed later is told of. */
const isLater = (step: Step, first: Step, graph: Graph): boolean => step !== first && !(step.index < first.index && graph.onOneCycle(step, first));

/**
 * The steps that some contact gets after another of them, and that one, by the ways that conditions leave open. `undefined`
 * when they leave all open, and when there are too many ways.
 */
function possibleRepeats(steps: readonly Step[], graph: Graph): ReadonlyMap<Step, Step> | undefined {
  const among = new Set(steps);
  const repeats = new Map<Step, Step>();
  const all = waysOf(graph)?.walk<Step | null>({
    start: null,
    keyOf: (first) => (first === null ? '' : String(first.index)),
    follow(before, edge, target) {
      const source = graph.source(edge) as Step;
      const first = before ?? (among.has(source) ? source : null);
      if (first === null || !among.has(target) || !isLater(target, first, graph)) return first;
      if (first.index < (repeats.get(target)?.index ?? Number.POSITIVE_INFINITY)) repeats.set(target, first);
      return first;
    },
  });
  return all === true ? repeats : undefined;
}

function areAllDifferent(emails: readonly Step[]): boolean {
  const templates = new Set<string | undefined>();
  for (const email of emails) templates.add(templateIdOf(email));
  return templates.size === emails.length;
}

function stepsByTemplate(graph: Graph): ReadonlyMap<string, Step[]> {
  const groups = new Map<string, Step[]>();
  for (const step of graph.ofType('send_email')) {
    const template = templateIdOf(step);
    if (template === undefined || template.trim() === '' || graph.isDuplicate(step) || !graph.isReachable(step)) continue;
    const group = groups.get(template);
    if (group === undefined) groups.set(template, [step]);
    else group.push(step);
  }
  return groups;
}
