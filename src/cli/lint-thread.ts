import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { rules as all } from '../../rules/index.ts';
import type { Names } from '../check/intake.ts';
import { workOff } from '../check/tasks.ts';
import type { Assignment } from '../check/threads.ts';
import { handOver } from '../lint/pack.ts';
import { activate } from '../lint/settings.ts';
import type { Hired, Said } from './team.ts';

// One of several threads that check files: the other end of team.ts.
const port = parentPort as MessagePort;
const { choice, overrides, status, events, shard, everyFact, wantsNames, wantsStats } = workerData as Hired;
const settings = overrides.length === 0 ? { active: activate(all, choice) } : (await import('../lint/overrides.ts')).settle(all, choice, overrides);

port.postMessage('loaded' satisfies Said);
port.once('message', async ({ tasks, taken, known }: Assignment) => {
  const names: Names[] = [];
  const onNames = wantsNames ? ({ id, name }: Names) => void names.push({ id, name }) : undefined;
  const clock = wantsStats ? (await import('../check/clock.ts')).startClock(() => performance.now()) : undefined;
  const rules = clock?.ofRules(settings.active) ?? settings.active;
  clock?.enter('read');
  const { part, tally } = await workOff(tasks, taken, { rules, settingAt: settings.settingAt, status, events, shard, known, everyFact, onNames, clock });
  clock?.enter('threads');
  const { handed, buffers } = handOver(part);
  port.postMessage({ part: handed, tally, names, spent: clock?.spent() } satisfies Said, buffers);
});
