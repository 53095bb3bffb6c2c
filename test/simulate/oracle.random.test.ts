import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '../../src/core/document/text.ts';
import { simulate } from '../../src/features/simulate/index.ts';
import { runsOf } from '../runs.ts';
import { follow, type OracleWorkflow, requestOf, workflows, worlds } from './oracle.ts';

const FIRST = { event: 'start', later: [], isAll: false } as const;

test.each([false, true])(
  'with everything known, emails equal those of another simulator (loops: %s)',
  (loops) => {
    let endless = 0;
    const emailsOf = ({ steps }: OracleWorkflow, came: readonly string[]) => {
      const emails = new Set(steps.flatMap(({ key, type }) => (type === 'send_email' ? key : [])));
      return came.filter((each) => emails.has(each.split(' ')[1] ?? '')).sort();
    };
    fc.assert(
      fc.property(workflows(loops), worlds, (workflow, world) => {
        // A field that is written from a missing value is not known.
        if (!('f' in world.payload) && JSON.stringify(workflow).includes('"var":"event.f"')) return;
        const text = JSON.stringify({ id: 'w', name: 'W', status: 'enabled', ...workflow });
        const documents = [decodeText({ name: 'all.json', text, isNamed: true })];
        const simulation = simulate(documents, { ...FIRST, ...requestOf(world) });
        const sent = simulation.sends.map(({ time, step }) => `${time.min} ${step.key}`);
        expect(simulation.questions).toEqual([]);
        expect(simulation.cases).toHaveLength(1);
        const { came, ended } = follow(workflow, world, 1000);
        const isEndless = simulation.cases[0]?.end === 'repeats';
        if (isEndless) endless++;
        else expect(sent.sort()).toEqual(emailsOf(workflow, came));
        expect(isEndless && ended).toBe(false);
        if (!isEndless) expect(simulation.emails.min).toBe(simulation.sends.length);
      }),
      { numRuns: runsOf(400), seed: 48 },
    );
    expect(endless > 0).toBe(loops);
  },
);
