import { expect, test } from 'vitest';
import type { MailPlan } from '../../src/graph/mail-plan.ts';
import { type PlannedMail, packPlan, unpackPlan } from '../../src/graph/packed-plan.ts';

test('a plan is the same after packing, with meeting ways, names and givens', () => {
  const given = [{ rule: 'event.plan eq "pro"', holds: true, field: 'event.plan', lasts: true }];
  const plan: MailPlan<PlannedMail> = [
    { mail: { index: 1, key: 'welcome' }, least: 0, greatest: 0, before: [], given: [] },
    { mail: { index: 4, key: '0b5e', name: 'send_email "0b5e" (subject "Tips")' }, least: 60, greatest: 3600.5, before: [0], given },
    { mail: { index: 5, key: '' }, least: 60, greatest: 60, before: [0], given: [] },
    { mail: undefined, least: 120, greatest: 120, before: [1, 2], given: [] },
  ];
  expect(unpackPlan(packPlan(plan))).toEqual(plan);
  expect(packPlan(plan.slice(0, 1)).given).toBeUndefined();
  expect(unpackPlan(packPlan(plan.slice(0, 1)))).toEqual(plan.slice(0, 1));
});
