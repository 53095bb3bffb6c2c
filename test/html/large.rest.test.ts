import { expect, test } from 'vitest';
import { check, flow, pageOf, textOf } from './context.ts';

const { eventDefinitions, tenStepWorkflow } = (await import(
  new URL('../../bench/workload.js', import.meta.url).href
)) as { eventDefinitions(): object; tenStepWorkflow(n: number): object };

const titlesIn = (page: string) =>
  Array.from(page.matchAll(/<h3>(.*?)<\/h3>/g), ([, title]) => title);

test('200 workflows of ten steps are at most 3 MB; above, only those with findings are drawn', () => {
  const lines = (amount: number) =>
    Array.from({ length: amount }, (_, n) => JSON.stringify(tenStepWorkflow(n))).join('\n');
  const events = eventDefinitions();
  const page = pageOf(check({ 'w.jsonl': lines(200), 'events.json': events }));
  expect(page.match(/<svg xmlns[^>]*class="ew-picture/g)).toHaveLength(200);
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  const faulty = flow('Faulty', 'user.moment_0', [['start', 'nowhere']]);
  const input = { 'w.jsonl': lines(201), 'events.json': events, 'faulty.json': faulty };
  const larger = pageOf(check(input));
  expect(titlesIn(larger)).toHaveLength(202);
  const pictures = larger.match(/<svg xmlns[^>]*class="ew-picture/g) ?? [];
  expect(pictures.length).toBeLessThan(10);
  expect(textOf(larger)).toContain('not drawn: there are too many workflows');
});
