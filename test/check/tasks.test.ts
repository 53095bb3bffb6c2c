import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ofEvents, planTasks } from '../../src/check/tasks.ts';
import { CLEAN, EVENTS, folderOf } from '../cli/run.ts';

const folder = folderOf({
  'a.json': CLEAN,
  'b.json': EVENTS,
  'c-events.json': CLEAN,
  'd.json': JSON.stringify({ workflows: [JSON.parse(CLEAN)], events: JSON.parse(EVENTS) }),
  'small.ndjson': `${CLEAN}\n`.repeat(10),
  'large.ndjson': `${CLEAN}\n`.repeat(6000),
  'middle.ndjson': `${CLEAN}\n`.repeat(500),
});
const input = (source: string) => ({ source, path: join(folder, source), explicit: true });

test('what holds event definitions is told by its name, or by how it begins', () => {
  const inputs = ['a.json', 'b.json', 'c-events.json', 'd.json', 'gone.json', 'b.json.gz'].map(input);
  const stdin = { source: '-', explicit: true };
  const assumed = { ...input('a.json'), assume: 'events' as const };
  expect([...ofEvents([stdin, assumed, ...inputs])].map(({ source }) => source)).toEqual(['a.json', 'b.json', 'c-events.json']);
});

test('of many files only the names are looked at', () => {
  const inputs = Array.from({ length: 30 }, (_, i) => input(i === 7 ? 'c-events.json' : 'b.json'));
  expect([...ofEvents(inputs)]).toEqual([inputs[7]]);
});

test('tasks are of about the same size, in order but for those that are much larger', () => {
  const tasks = planTasks(['small.ndjson', 'large.ndjson', 'middle.ndjson', 'a.json'].map(input));
  const ranges = tasks.flatMap((task) => ('range' in task ? [task.range.start] : []));
  expect(ranges.length).toBeGreaterThan(5);
  expect(ranges).toEqual([...ranges].sort((a, b) => a - b));
  expect(tasks.flatMap((task) => ('files' in task ? task.files.map(({ source }) => source) : []))).toEqual(['small.ndjson', 'middle.ndjson', 'a.json']);
});
