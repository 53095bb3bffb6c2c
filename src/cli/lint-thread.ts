import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { rules } from '../../rules/index.ts';
import type { Names } from '../check/intake.ts';
import { workOff } from '../check/tasks.ts';
import type { Assignment, WorkedElsewhere } from '../check/threads.ts';
import { packPart } from '../lint/pack.ts';
import { activate } from '../lint/settings.ts';
import type { Hired } from './team.ts';

// One of several threads that check files: the other end of team.ts.
const port = parentPort as MessagePort;
const { choice, overrides, status, events, shard, wantsNames } = workerData as Hired;
const settings = overrides.length === 0 ? { active: activate(rules, choice) } : (await import('../lint/overrides.ts')).settle(rules, choice, overrides);

port.once('message', async ({ tasks, taken, known }: Assignment) => {
  const names: Names[] = [];
  const onNames = wantsNames ? ({ id, name }: Names) => void names.push({ id, name }) : undefined;
  const { part, tally } = await workOff(tasks, taken, { rules: settings.active, settingAt: settings.settingAt, status, events, shard, known, onNames });
  const { owners, ...packed } = packPart(part);
  port.postMessage({ part: JSON.stringify(packed), owners: JSON.stringify({ owners }), tally, names } satisfies WorkedElsewhere);
});
