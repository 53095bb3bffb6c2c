import type { Graph } from '../src/core/graph/graph.ts';
import { swappedReads } from '../src/core/graph/swapped-reads.ts';
import { joinFixes, writeFix } from '../src/core/model/fix.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { nameOf, quote } from '../src/core/model/label.ts';
import type { NodeFix, Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import { pathOfReference, type Reference } from '../src/core/model/references.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'swapped-branches',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'Data of an awaited event that is read only where the wait timed out.',
  why: 'The event has not come when the wait times out, so the value is always empty, and contacts get the email of the other branch.',
  remedy: 'Exchange the types of the two edges, or read the data after the event_received branch.',
  whenOff: 'Never: the data is never there.',

  workflow({ workflow, graph }, report) {
    for (const [wait, references] of swappedReads(graph)) {
      const [reference] = references as readonly [Reference];
      const places = references.map((each): Target => [each.step, ...pathOfReference(each)]);
      const { at, related } = atFirst(places, 'also read here');
      report({
        at,
        message: `${quote(reference.text)} is read only where wait ${nameOf(wait)} timed out`,
        help: `are the branches of ${nameOf(wait)} swapped? exchange the types of its two edges`,
        related: [...related, { at: wait, message: 'the wait' }],
        fixes: swapFix(wait, graph),
        fingerprintKey: {
          names: groupIdentity(workflow.ref, wait.key),
          detail: reference.text,
        },
      });
    }
  },
});

function swapFix(wait: Step, graph: Graph): readonly NodeFix[] {
  const edges = graph.outgoing(wait);
  const one = edges.find(({ type }) => type === 'event_received');
  const other = edges.find(({ type }) => type === 'timeout');
  if (edges.length !== 2 || one === undefined || other === undefined) return [];
  return joinFixes(
    'exchange the two types',
    writeFix([[one, 'type']], 'timeout'),
    writeFix([[other, 'type']], 'event_received'),
  );
}
