import { asString, isObject, type JsonObject } from '../../core/model/json.ts';

/**
 * A workflow whose steps name the next ones, as the tools of the service for agents write it
 * (`next`, `branches`), with connections.
 */
export function linked(workflow: JsonObject): JsonObject {
  const { steps, connections, edges } = workflow;
  if (!Array.isArray(steps) || connections !== undefined || edges !== undefined) return workflow;
  const found: JsonObject[] = [];
  const plain = steps.map((step: unknown) => {
    if (!isObject(step)) return step;
    const { next, branches, ...others } = step;
    const from = asString(step['key']);
    const ends = Object.entries({ default: next, ...(isObject(branches) ? branches : {}) });
    for (const [type, to] of ends)
      if (typeof to === 'string') found.push({ from, to, ...(type !== 'default' && { type }) });
    return others;
  });
  return { ...workflow, steps: plain, connections: found };
}
