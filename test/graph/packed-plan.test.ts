import { expect, test } from 'vitest';
import { flowOf } from '../../src/graph/flow.ts';
import { type MailPlan, planMails } from '../../src/graph/mail-plan.ts';
import { eventOf, mailsOf, type PlannedMail, packPlan, packTree, plannedMail, unpackPlan } from '../../src/graph/packed-plan.ts';
import type { Step } from '../../src/model/nodes.ts';
import fc from '../fast-check.ts';
import { chain, graphOf, mail, type Sketch, sketches } from './timed-workflows.ts';

test('a plan is the same after packing, with meeting ways, subjects and givens', () => {
  const given = [{ rule: 'event.plan eq "pro"', holds: true, field: 'event.plan', lasts: true }];
  const plan: MailPlan<PlannedMail> = [
    { mail: { index: 1, key: 'welcome', subject: '' }, least: 0, greatest: 0, before: [], given: [] },
    { mail: { index: 4, key: '0b5e', subject: 'Tips' }, least: 60, greatest: 3600.5, before: [0], given },
    { mail: { index: 5, key: '', subject: '' }, least: 60, greatest: 60, before: [0], given: [] },
    { mail: undefined, least: 120, greatest: 120, before: [1, 2], given: [] },
  ];
  expect(unpackPlan(packPlan('user.created', plan))).toEqual(plan);
  expect([eventOf, mailsOf].map((of) => of(packPlan('user.created', plan)))).toEqual(['user.created', 3]);
  expect(unpackPlan(packPlan('user.created', plan.slice(0, 1)))).toEqual(plan.slice(0, 1));
});

test('a tree read off in one walk is the plan that the whole analysis makes', () => {
  let trees = 0;
  fc.assert(
    fc.property(sketches(7), fc.boolean(), ({ steps, edges }, pruned) => {
      const first = edges.filter(([, to], i) => edges.findIndex(([, other]) => other === to) === i);
      const graph = graphOf({ steps, edges: pruned ? first : edges });
      const triggers = graph.ofType('trigger');
      const tree = triggers.length === 1 ? packTree('user.created', graph, triggers[0] as Step) : undefined;
      if (tree === undefined) return;
      if (mailsOf(tree) > 1) trees++;
      expect(unpackPlan(tree)).toEqual(planMails(flowOf(graph), plannedMail));
    }),
    { numRuns: 2000 },
  );
  expect(trees).toBeGreaterThan(50);
});

test('ways that meet, a way back and large workflows are left to the whole analysis', () => {
  const packed = (sketch: Sketch) => {
    const graph = graphOf(sketch);
    return packTree('user.created', graph, graph.ofType('trigger')[0] as Step);
  };
  const steps = [{ type: 'trigger' }, mail, mail, mail];
  expect(
    packed({
      steps,
      edges: [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
      ],
    }),
  ).toBeUndefined();
  expect(
    packed({
      steps,
      edges: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    }),
  ).toBeUndefined();
  expect(
    packed({
      steps,
      edges: [
        [0, 1],
        [1, 2],
        [2, 1],
      ],
    }),
  ).toBeUndefined();
  expect(packed(chain(...Array.from({ length: 100 }, () => mail)))).toBeUndefined();
});
