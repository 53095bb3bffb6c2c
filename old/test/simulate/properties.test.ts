import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { arrivalsOf } from '../../src/core/graph/arrivals.ts';
import { flowOf } from '../../src/core/graph/flow.ts';
import { buildGraph } from '../../src/core/graph/graph.ts';
import type { Step, Workflow } from '../../src/core/model/nodes.ts';
import type { Moment, Simulation, SimulationRequest } from '../../src/core/model/simulation.ts';
import { simulate } from '../../src/features/simulate/simulate.ts';
import fc from '../fast-check.ts';
import { sketches } from '../graph/timed-workflows.ts';
import {
  follow,
  holds,
  type OracleWorkflow,
  type OracleWorld,
  requestOf,
  workflows,
  worlds,
} from './oracle.ts';

const RUNS = 500;

function decode(workflow: object): Workflow {
  const text = JSON.stringify({ id: 'w', name: 'W', status: 'enabled', ...workflow });
  return parseDocument(text, { source: 'w.json', index: 0, line: 1, start: 0, end: text.length })
    .workflows[0] as Workflow;
}
const run = (workflow: OracleWorkflow, request: SimulationRequest): Simulation =>
  simulate([decode(workflow)], [], request);
const shown = ({ at, step }: Moment): string => `${at.least} ${step}`;
const isExact = ({ at }: Moment): boolean => at.least === at.greatest;

/** A field that is written from a missing value is unknown. */
function writesNothing({ steps }: OracleWorkflow, { payload }: OracleWorld): boolean {
  return !('f' in payload) && JSON.stringify(steps).includes('"var":"event.f"');
}

test('with everything known, steps and times equal those of a separate simulator', () => {
  fc.assert(
    fc.property(workflows(false), worlds, (workflow, world) => {
      if (writesNothing(workflow, world)) return;
      const { moments, questions } = run(workflow, requestOf(world));
      expect(questions).toEqual([]);
      expect(
        moments.every(
          (moment) => isExact(moment) && moment.only.length === 1 && moment.only[0]?.length === 0,
        ),
      ).toBe(true);
      expect(moments.map(shown).sort()).toEqual([...follow(workflow, world, 1000).came].sort());
    }),
    { numRuns: RUNS },
  );
});

test('in loops, steps and times equal those of a separate simulator up to the limit', () => {
  let loops = 0;
  fc.assert(
    fc.property(workflows(true), worlds, (workflow, world) => {
      if (writesNothing(workflow, world)) return;
      const simulation = run(workflow, requestOf(world));
      const { came, ended } = follow(workflow, world, 400);
      const found = simulation.moments.map(shown);
      loops += simulation.loops.length;
      if (simulation.loops.every(({ ends }) => ends))
        expect(found.toSorted()).toEqual(came.toSorted());
      else {
        expect(came.slice(0, found.length).toSorted()).toEqual(found.toSorted());
        expect(ended && came.length === found.length).toBe(false);
      }
    }),
    { numRuns: RUNS },
  );
  expect(loops).toBeGreaterThan(10);
});

test('with nothing known, every reachable step is listed with its conditions', () => {
  let exact = 0;
  fc.assert(
    fc.property(workflows(false), worlds, (workflow, world) => {
      const { moments, questions, notes } = run(workflow, { event: 'start' });
      const { came } = follow(workflow, world, 1000);
      for (const arrival of came) {
        const [time, key] = [Number(arrival.split(' ')[0]), arrival.split(' ')[1]];
        expect(
          moments.some(
            ({ at, step }) => step === key && at.least <= time && time <= (at.greatest ?? Infinity),
          ),
          arrival,
        ).toBe(true);
      }
      // What hangs on conditions alone can be told for this contact; a payload that lacks a field ends the run early.
      const decided = (moment: Moment): boolean =>
        moment.only.flat().every(({ question }) => questions[question]?.kind === 'condition');
      const ofEvent = (moment: Moment): boolean =>
        decided(moment) &&
        moment.only
          .flat()
          .every(
            ({ question, answer }) => !/contact/.test(questions[question]?.answers[answer] ?? ''),
          );
      if (notes.length > 0 || !('f' in world.payload) || !('g' in world.payload)) return;
      const truth = (question: number): number => {
        const { step } = questions[question] as Simulation['questions'][number];
        const rule = workflow.steps.find(({ key }) => key === step)?.config as Readonly<
          Record<string, unknown>
        >;
        // "is not" is asked as "is", also if it is alone in a group.
        const [only, ...others] = (rule['rules'] ?? [rule]) as Readonly<Record<string, unknown>>[];
        const isFlipped = others.length === 0 && only?.['operator'] === 'neq';
        return (holds(rule, world.payload, new Map()) === true) === isFlipped ? 1 : 0;
      };
      for (const moment of moments.filter((one) => ofEvent(one) && isExact(one))) {
        exact++;
        const isTold = moment.only.some((term) =>
          term.every(({ question, answer }) => truth(question) === answer),
        );
        expect(came.includes(shown(moment)), JSON.stringify(moment)).toBe(isTold);
      }
    }),
    { numRuns: RUNS },
  );
  expect(exact).toBeGreaterThan(300);
});

test('every time is between the earliest and the latest arrival', () => {
  fc.assert(
    fc.property(sketches(8), (sketch) => {
      const steps = sketch.steps.map((step, index) =>
        index === 0
          ? { key: '0', type: 'trigger', config: { event_name: 'user.created' } }
          : { key: String(index), ...step },
      );
      const workflow = decode({
        steps,
        connections: sketch.edges.map(([from, to, type = 'default']) => ({
          from: String(from),
          to: String(to),
          type,
        })),
      });
      const flow = flowOf(buildGraph(workflow));
      const arrivals = arrivalsOf(flow);
      const { moments } = simulate([workflow], [], { event: 'user.created' });
      for (const { index, at } of moments) {
        const bounds = arrivals.get(flow.graph.workflow.steps[index] as Step);
        if (bounds === undefined) continue;
        expect(at.least).toBeGreaterThanOrEqual(bounds.min);
        expect(at.greatest ?? Infinity).toBeLessThanOrEqual(bounds.max);
      }
      // And all steps that contacts run through are among them.
      const reached = new Set(moments.map(({ index }) => index));
      expect(
        flow.order.filter(({ index }) => !reached.has(index)).map(({ index }) => index),
      ).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
