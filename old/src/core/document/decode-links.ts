import { asString, isObject } from '../model/json.ts';
import { misspeltField } from '../model/misnamed-field.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { isTrigger } from '../model/step-type.ts';
import { type DecodeState, joinPointer, noteMisspelt } from './decode-state.ts';

/** Whether a step names its successors. */
export const hasLinks = (step: unknown): boolean =>
  isObject(step) && (Object.hasOwn(step, 'next') || Object.hasOwn(step, 'branches'));

/** The edges of steps that name their successors, as tools for agents write them: `next`, or `branches` by type. */
export function addLinks(workflow: Workflow, edges: Edge[], state: DecodeState): void {
  const { steps, document } = workflow;
  const lostKey = keyOfOnlyNameless(steps);
  const keys = new Set(steps.map(({ key }) => key));
  for (const step of steps) {
    const { index, raw } = step;
    const from = step.key ?? lostKey;
    if (from === undefined) continue;
    const add = (value: unknown, type: string, field: readonly string[]): void => {
      const to = asString(value);
      // Of a step without a key only what is known: its key is a guess.
      if (to === undefined || (step.key === undefined && !keys.has(to))) return;
      edges.push({
        kind: 'edge',
        document,
        raw: {},
        workflow,
        index: edges.length,
        within: joinPointer(['steps', `${index}`, ...field]),
        id: undefined,
        from,
        to,
        type,
      });
    };
    const { branches } = raw;
    const misspelt = hasLinks(raw) ? undefined : misspeltField(raw, 'next');
    if (misspelt !== undefined) noteMisspelt(step, misspelt, 'next', state);
    const next = raw[misspelt ?? 'next'];
    add(next, 'default', [misspelt ?? 'next']);
    if (!isObject(branches)) continue;
    for (const [type, value] of Object.entries(branches)) add(value, type, ['branches', type]);
  }
}

/** For the only step without a key: the only key that other steps name and no step has. */
function keyOfOnlyNameless(steps: readonly Step[]): string | undefined {
  const nameless = steps.filter(({ key }) => key === undefined);
  const [step, second] = nameless;
  if (step === undefined || second !== undefined) return undefined;
  const keys = new Set(steps.map(({ key }) => key));
  const others = steps.filter(({ key }) => key !== undefined);
  const named = others.flatMap(({ raw: { next, branches } }) => [
    next,
    ...(isObject(branches) ? Object.values(branches) : []),
  ]);
  const [lost, other] = new Set(named.map(asString).filter((key) => !keys.has(key) && key));
  // No step names a trigger, so any key will do.
  const free = keys.has('start') ? `#${step.index}` : 'start';
  if (isTrigger(step)) return lost === undefined ? free : undefined;
  return other === undefined ? lost : undefined;
}
