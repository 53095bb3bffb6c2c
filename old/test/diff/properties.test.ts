import { expect, test } from 'vitest';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';
import fc from '../fast-check.ts';
import {
  PLAIN,
  type PlainWorkflow,
  type PlainWorkspace,
  plainWorkflow,
  plainWorkspace,
  type Spelling,
  spelling,
  write,
} from './workspaces.ts';

const differ = (before: PlainWorkspace, after: PlainWorkspace, how?: Spelling) =>
  compareWorkspaces(write(before), write(after, how && inOrder(how))).difference;
/** With new keys, equal steps are paired in the order of the file. */
const inOrder = (how: Spelling, shuffle = PLAIN.shuffle): Spelling =>
  how.reissue ? { ...how, shuffle } : how;
const kept = spelling.map((how) => ({ ...how, reissue: false }));
const one = (workflow: PlainWorkflow): PlainWorkspace => ({ workflows: [workflow], events: [] });
const runs = { numRuns: 300 };

test('a workspace equals itself in any order, spelling and numbering', () => {
  fc.assert(
    fc.property(plainWorkspace, spelling, spelling, (workspace, how, other) => {
      expect(
        compareWorkspaces(
          write(workspace, { ...how, reissue: false }),
          write(workspace, inOrder(other, how.shuffle)),
        ).difference,
      ).toMatchObject({
        workflows: [],
        events: [],
        same: true,
      });
    }),
    { numRuns: 1000 },
  );
});

test('comparison is symmetric', () => {
  fc.assert(
    fc.property(plainWorkspace, plainWorkspace, spelling, (a, b, how) => {
      const there = compareWorkspaces(write(a), write(b, how)).difference;
      const back = compareWorkspaces(write(b, how), write(a)).difference;
      expect(back.same).toBe(there.same);
      const count = ({ workflows }: typeof there, change: string) =>
        workflows.filter((workflow) => workflow.change === change).length;
      expect(count(back, 'added')).toBe(count(there, 'removed'));
      expect(back.events.length).toBe(there.events.length);
    }),
    runs,
  );
});

test('a changed field of a workflow is one difference', () => {
  fc.assert(
    fc.property(plainWorkflow(0), kept, (workflow, how) => {
      expect(
        differ(
          one({ ...workflow, status: 'enabled' }),
          one({ ...workflow, status: 'disabled' }),
          how,
        ).workflows,
      ).toMatchObject([
        {
          change: 'changed',
          fields: [{ path: '/status', before: 'enabled', after: 'disabled' }],
          steps: [],
          edges: [],
        },
      ]);
      expect(
        differ(one(workflow), one({ ...workflow, name: 'Another' }), how).workflows,
      ).toMatchObject([
        {
          change: 'changed',
          name: 'Another',
          fields: [{ path: '/name', after: 'Another' }],
          steps: [],
          edges: [],
        },
      ]);
    }),
    runs,
  );
});

test('a changed field of a step is one difference', () => {
  fc.assert(
    fc.property(plainWorkflow(0), fc.nat(), kept, (workflow, pick, how) => {
      const index = pick % workflow.steps.length;
      const steps = workflow.steps.map((step, i) =>
        i === index ? { ...step, config: { ...step.config, note: 'by hand' } } : step,
      );
      expect(differ(one(workflow), one({ ...workflow, steps }), how).workflows).toMatchObject([
        {
          fields: [],
          edges: [],
          steps: [
            {
              change: 'changed',
              key: workflow.steps[index]?.key,
              fields: [{ path: '/config/note', after: 'by hand' }],
            },
          ],
        },
      ]);
    }),
    runs,
  );
});

test('a changed field of a step is one difference when all ids are new', () => {
  fc.assert(
    fc.property(plainWorkflow(0), fc.nat(), spelling, (workflow, pick, how) => {
      // Different in content, as the emails of a real workflow are.
      const steps = workflow.steps.map((step, i) => ({
        ...step,
        config: { ...step.config, label: `step ${i}` },
      }));
      const index = pick % steps.length;
      const edited = steps.map((step, i) =>
        i === index ? { ...step, config: { ...step.config, note: 'by hand' } } : step,
      );
      const changes = differ(one({ ...workflow, steps }), one({ ...workflow, steps: edited }), {
        ...how,
        reissue: true,
      }).workflows;
      expect(changes).toMatchObject([
        {
          fields: [],
          edges: [],
          steps: [{ change: 'changed', fields: [{ path: '/config/note', after: 'by hand' }] }],
        },
      ]);
    }),
    runs,
  );
});

test('a renamed step is one difference', () => {
  fc.assert(
    fc.property(
      plainWorkflow(0).filter(({ steps }) => steps.length > 1),
      fc.nat(),
      kept,
      (workflow, pick, how) => {
        const old = workflow.steps[pick % workflow.steps.length]?.key as string;
        const name = (key: string): string => (key === old ? 'renamed' : key);
        const after = {
          ...workflow,
          steps: workflow.steps.map((step) => ({ ...step, key: name(step.key) })),
          edges: workflow.edges.map((edge) => ({
            ...edge,
            from: name(edge.from),
            to: name(edge.to),
          })),
        };
        expect(differ(one(workflow), one(after), how).workflows).toMatchObject([
          {
            fields: [],
            edges: [],
            steps: [{ change: 'renamed', key: 'renamed', was: old, fields: [] }],
          },
        ]);
      },
    ),
    runs,
  );
});

test('a removed or added step is one difference with its edges', () => {
  fc.assert(
    fc.property(
      plainWorkflow(0).filter(({ steps }) => steps.length > 1),
      fc.nat(),
      kept,
      (workflow, pick, how) => {
        const gone = workflow.steps[pick % workflow.steps.length]?.key;
        const without = {
          ...workflow,
          steps: workflow.steps.filter(({ key }) => key !== gone),
          edges: workflow.edges.filter(({ from, to }) => from !== gone && to !== gone),
        };
        const lost = workflow.edges.length - without.edges.length;
        for (const [before, after, change] of [
          [workflow, without, 'removed'],
          [without, workflow, 'added'],
        ] as const) {
          const [only, ...others] = differ(one(before), one(after), how).workflows;
          expect(others).toEqual([]);
          expect(only).toMatchObject({ fields: [], steps: [{ change, key: gone, fields: [] }] });
          expect(only?.edges.map((edge) => edge.change)).toEqual(Array(lost).fill(change));
        }
      },
    ),
    runs,
  );
});

test('a removed or added edge is one difference', () => {
  fc.assert(
    fc.property(
      plainWorkflow(0).filter(({ edges }) => edges.length > 0),
      fc.nat(),
      kept,
      (workflow, pick, how) => {
        const index = pick % workflow.edges.length;
        const { from, to, type } = workflow.edges[index] as (typeof workflow.edges)[number];
        const without = { ...workflow, edges: workflow.edges.filter((_, i) => i !== index) };
        const edge = { from: { key: from }, to: { key: to }, type };
        expect(differ(one(workflow), one(without), how).workflows).toMatchObject([
          { fields: [], steps: [], edges: [{ change: 'removed', ...edge }] },
        ]);
        expect(differ(one(without), one(workflow), how).workflows).toMatchObject([
          { fields: [], steps: [], edges: [{ change: 'added', ...edge }] },
        ]);
      },
    ),
    runs,
  );
});

test('a removed or added workflow or event, and a changed schema, are one difference', () => {
  fc.assert(
    fc.property(plainWorkspace, plainWorkflow(9), spelling, (workspace, workflow, how) => {
      const more = {
        ...workspace,
        workflows: [...workspace.workflows, workflow],
        events: [...workspace.events, { name: 'oven.hot', schema: null }],
      };
      const size = { steps: workflow.steps.length, edges: workflow.edges.length };
      expect(differ(workspace, more, how)).toMatchObject({
        workflows: [{ change: 'added', name: 'Workflow 9', size }],
        events: [{ change: 'added', name: 'oven.hot' }],
      });
      expect(differ(more, workspace, how)).toMatchObject({
        workflows: [{ change: 'removed', name: 'Workflow 9', size }],
        events: [{ change: 'removed', name: 'oven.hot' }],
      });
      const typed = {
        ...workspace,
        events: workspace.events.map((event) => ({
          ...event,
          schema: { ...event.schema, oven: 'date' },
        })),
      };
      expect(differ(workspace, typed, how).events.map(({ change }) => change)).toEqual(
        workspace.events.map(() => 'changed'),
      );
    }),
    runs,
  );
});
