import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { divideLargest, type FileInput, ofEvents, planTasks } from '../../src/check/tasks.ts';
import { divideFile } from '../../src/load/divide.ts';
import { CLEAN, EVENTS, folderOf } from '../cli/run.ts';

const wide = `[${CLEAN}${`,${CLEAN}`.padEnd(1_000_000).repeat(17)}]`;
const folder = folderOf({
  'a.json': CLEAN,
  'b.json': EVENTS,
  'c-events.json': CLEAN,
  'd.json': JSON.stringify({ workflows: [JSON.parse(CLEAN)], events: JSON.parse(EVENTS) }),
  'small.ndjson': `${CLEAN}\n`.repeat(10),
  'large.ndjson': `${CLEAN}\n`.repeat(6000),
  'middle.ndjson': `${CLEAN}\n`.repeat(500),
  'list.json': wide,
  'same.json': wide,
  'list.json.gz': gzipSync(wide),
  'cut.json': wide.slice(0, -2),
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
  const ranges = tasks.flatMap((task) => ('range' in task && 'line' in task.range ? [task.range.start] : []));
  expect(ranges.length).toBeGreaterThan(5);
  expect(ranges).toEqual([...ranges].sort((a, b) => a - b));
  expect(tasks.flatMap((task) => ('files' in task ? task.files.map(({ source }) => source) : []))).toEqual(['small.ndjson', 'middle.ndjson', 'a.json']);
});

test('what is larger than the share of a thread is divided, if it can be', async () => {
  const [list, same, packed, cut] = ['list.json', 'same.json', 'list.json.gz', 'cut.json'].map(input);
  const of = async (files: readonly unknown[], threads: number) => [...(await divideLargest(files as FileInput[], threads))].map(([file]) => file);
  expect(await of([list, input('a.json'), packed], 2)).toEqual([list]);
  expect(await of([list, same], 2)).toEqual([]);
  expect(await of([list, same], 3)).toEqual([list, same]);
  expect(await of([cut], 2)).toEqual([]);
  expect(await of([input('large.ndjson'), input('gone.json')], 2)).toEqual([]);
  expect(await divideFile(input('gone.json'))).toBeUndefined();
  const files = [input('a.json'), list] as FileInput[];
  const [first, ...others] = planTasks(files, await divideLargest(files, 2));
  expect(others.length).toBeGreaterThan(10);
  expect(first).toMatchObject({ file: { source: 'list.json' }, range: { portion: { pointer: '', first: 0 } } });
});
