import { expect, test } from 'vitest';
import { SCHEMES } from '../../src/core/drawing/style.ts';
import { printSheet, printSvg } from '../../src/core/drawing/svg.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { buildScene } from '../../src/features/picture/draw.ts';
import { findingAt, lintedWorkflow, step, workflowOf } from './draw.ts';

const mail = (key: string) => step(key, 'send_email', { template: { id: key } });
const trigger = step('start', 'trigger', { event_name: 'trial.started' });
const inARow = (keys: readonly string[]) =>
  keys.slice(1).map((key, i) => ({ from: keys[i] as string, to: key, type: 'default' }));

/** A chain whose waits all lead to the last step. */
function withExits(n: number): object {
  const keys = ['start', ...Array.from({ length: n }, (_, i) => `tip_${i}`), 'thanks'];
  const steps = [trigger, ...keys.slice(1).map(mail)];
  return {
    name: 'Exits',
    steps,
    connections: [
      ...inARow(keys),
      { from: 'tip_0', to: 'thanks', type: 'condition_met' },
      { from: 'thanks', to: 'tip_0', type: 'timeout' },
    ],
  };
}

test('a very long line is replaced by a reference box at its start, and a note at its end', () => {
  const { boxes, lines } = buildScene(workflowOf(withExits(20)));
  const posts = boxes.filter(({ kind }) => kind === 'jump');
  expect(posts.map(({ title }) => title)).toEqual(['↓ goes on at thanks', '↑ back to tip_0']);
  expect(
    lines.filter(({ to }) => posts.some(({ id }) => id === to)).map(({ edge }) => edge),
  ).toEqual([21, 22]);
  const thanks = boxes.find(({ key, kind }) => key === 'thanks' && kind === 'step');
  expect(thanks?.texts.map(({ text }) => text)).toContain('also from tip_0');
});

test('a short line is drawn as a line', () => {
  expect(buildScene(workflowOf(withExits(5))).boxes.filter(({ kind }) => kind === 'jump')).toEqual(
    [],
  );
});

test('when many lines pass several steps, the longest become references', () => {
  const keys = Array.from({ length: 120 }, (_, i) => (i === 0 ? 'start' : `step_${i}`));
  const jump = (over: number, from: number) => ({
    from: keys[from],
    to: keys[from + over],
    type: 'timeout',
  });
  const scene = (over: number) =>
    buildScene(
      workflowOf({
        name: 'W',
        steps: [trigger, ...keys.slice(1).map(mail)],
        connections: [...inARow(keys), ...keys.slice(over).map((_, from) => jump(over, from))],
      }),
    );
  const posts = (over: number) => scene(over).boxes.filter(({ kind }) => kind === 'jump').length;
  expect([posts(2), posts(8)]).toEqual([0, 40]);
});

test('many origins are shortened', () => {
  const keys = ['start', ...Array.from({ length: 20 }, (_, i) => `tip_${i}`), 'thanks'];
  const far = ['tip_0', 'tip_1', 'tip_2'].map((from) => ({ from, to: 'thanks', type: 'timeout' }));
  const { boxes } = buildScene(
    workflowOf({
      name: 'W',
      steps: [trigger, ...keys.slice(1).map(mail)],
      connections: [...inARow(keys), ...far],
    }),
  );
  expect(
    boxes.find(({ key, kind }) => key === 'thanks' && kind === 'step')?.texts.at(-1)?.text,
  ).toBe('also from 3 steps: tip_0, tip_…');
});

test('the label of a branch is near the step that it leaves', () => {
  const steps = [trigger, step('check', 'condition'), mail('a'), mail('b'), mail('c'), mail('end')];
  const connections = [
    { from: 'start', to: 'check' },
    { from: 'check', to: 'a', type: 'condition_met' },
    ...inARow(['a', 'b', 'c', 'end']),
    { from: 'check', to: 'end', type: 'condition_not_met' },
  ];
  const { boxes, lines } = buildScene(workflowOf({ name: 'W', steps, connections }));
  const check = boxes.find(({ key }) => key === 'check');
  for (const { label } of lines.filter(({ from }) => from === check?.id)) {
    expect((label?.y ?? 0) - ((check?.y ?? 0) + (check?.height ?? 0))).toBeLessThan(40);
  }
});

test('a wrong key at the start of an edge is drawn with its likely step', () => {
  const workflow = workflowOf({
    name: 'W',
    steps: [trigger, mail('hello'), mail('later'), mail('last'), mail('end')],
    connections: [
      { from: 'start', to: 'hello' },
      { from: 'helo', to: 'later' },
      { from: 'later', to: 'last' },
      { from: 'last', to: 'end' },
    ],
  });
  const labels = buildScene(workflow).lines.flatMap(
    ({ label }) => label?.texts.map(({ text }) => text) ?? [],
  );
  expect(labels).toEqual(['probably']);
});

test('in a picture at the limit of edges, branches that lead nowhere are not drawn', () => {
  const ends = Array.from({ length: 199 }, (_, i) => `c${i}`);
  const rule = { type: 'rule', field: 'event.a', operator: 'eq', value: 'b' };
  const { lines } = buildScene(
    workflowOf({
      name: 'W',
      steps: [trigger, ...ends.map((key) => step(key, 'condition', rule))],
      connections: inARow(['start', ...ends]).map((edge) => ({ ...edge, type: 'other' })),
    }),
  );
  expect(lines).toHaveLength(500);
});

const huge = (edges: (n: number) => readonly (readonly [number, number])[], n = 5000): Workflow => {
  const steps = Array.from({ length: n }, (_, i) =>
    i === 0 ? { ...trigger, key: 's0' } : mail(`s${i}`),
  );
  return workflowOf({
    name: 'Huge',
    steps,
    connections: edges(n).map(([from, to]) => ({
      from: `s${from}`,
      to: `s${to}`,
      type: 'default',
    })),
  });
};
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test.each<[string, Workflow]>([
  ['a chain', huge((n) => upTo(n - 1).map((i) => [i, i + 1]))],
  ['a star', huge((n) => upTo(n - 1).map((i) => [0, i + 1]))],
  ['an inverted star', huge((n) => upTo(n - 1).map((i) => [i, n - 1]))],
  ['steps without edges', huge(() => [])],
  ['a random graph', huge((n) => upTo(n).map((i) => [(i * 7919) % 190, (i * 104_729) % 190]))],
  [
    'edges over all steps',
    huge(
      () =>
        upTo(199).flatMap((i): [number, number][] => [
          [i, i + 1],
          [0, i + 1],
        ]),
      200,
    ),
  ],
  ['edges between the same two', huge((n) => upTo(n).map(() => [0, 1]), 2)],
  ['edges to itself', huge(() => upTo(400).map(() => [1, 1]), 2)],
])(
  '%s of thousands of steps is drawn in bounded size, with a note of omitted parts',
  (_, workflow) => {
    const { boxes, lines, notes, width, height } = buildScene(workflow);
    expect(boxes.length).toBeLessThanOrEqual(700);
    expect(lines.length).toBeLessThanOrEqual(500);
    expect(Number.isFinite(width * height)).toBe(true);
    if (workflow.steps.length > 200) expect(notes[0]?.text).toMatch(/\d+ steps .*not drawn/);
  },
);

test('a workflow without steps, and one with unknown steps, have a note', () => {
  expect(buildScene(workflowOf({ name: 'W', steps: [], connections: [] })).notes[0]?.text).toBe(
    'This workflow has no steps.',
  );
  expect(
    buildScene(workflowOf({ object: 'list', data: [{ id: '1', name: 'W', status: 'enabled' }] }))
      .notes[0]?.text,
  ).toBe('The steps of this workflow are not known.');
});

test('a finding is also shown at its related places, and counts at its own', () => {
  const value = {
    name: 'W',
    steps: [trigger, mail('a')],
    connections: [{ from: 'start', to: 'a' }],
  };
  const findings = [
    findingAt(value, '/steps/1', 'error', ['/steps/0/key', '/connections/0', '/steps/1']),
    findingAt(value, '/name', 'info'),
  ];
  const { boxes, lines, marks, subtitle } = buildScene(workflowOf(value), findings);
  expect(
    boxes.map((box) => [box.severity, box.marks.map(({ text, also }) => [text, also])]),
  ).toEqual([
    [undefined, [['see rule-of-error', true]]],
    ['error', [['rule-of-error', false]]],
  ]);
  expect(lines[0]?.label?.marks.map(({ text }) => text)).toEqual(['see rule-of-error']);
  expect(marks.map(({ text }) => text)).toEqual(['rule-of-info']);
  expect(subtitle).toBe('2 steps · 1 edge · 1 error · 1 info');
});

test('findings above the available room are counted, the worst are named', () => {
  const value = { name: 'W', steps: [trigger], connections: [] };
  const all = (['info', 'warning', 'error', 'info', 'info', 'info'] as const).map(
    (severity, i) => ({
      ...findingAt(value, '/steps/0', severity),
      rule: `r${i}`,
    }),
  );
  expect(buildScene(workflowOf(value), all).boxes[0]?.marks.map(({ text }) => text)).toEqual([
    'r2',
    'r1',
    'r0',
    '3 more',
  ]);
});

test('an SVG can leave its head and its style to the page', () => {
  const { workflow, findings } = lintedWorkflow({
    name: 'W',
    steps: [trigger, mail('lost')],
    connections: [],
  });
  const scene = buildScene(workflow, findings);
  const bare = printSvg(scene, {
    withoutStyle: true,
    withoutHeader: true,
    idPrefix: 'p1',
  });
  expect(bare).not.toContain('<style>');
  expect(bare).not.toContain('class="ew-title"');
  expect(bare).toContain('id="p1-title"');
  expect(printSvg(scene)).toContain('role="img"');
  const sheet = printSheet([scene, scene]);
  expect(sheet.match(/<style>/g)).toHaveLength(1);
  expect(sheet).toContain('id="ew1-title"');
});

test.each(Object.entries(SCHEMES))(
  'text and symbols of the %s scheme have sufficient contrast',
  (_, colours) => {
    const { back, card, apart, text, dim, outline, line, error, warning, info, sign } = colours;
    for (const ground of [back, card, apart]) {
      for (const ink of [text, dim, error, warning, info])
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
      for (const shape of [outline, line])
        expect(contrast(shape, ground)).toBeGreaterThanOrEqual(3);
    }
    for (const severity of [error, warning, info])
      expect(contrast(sign, severity)).toBeGreaterThanOrEqual(4.5);
    for (const [tile, ink] of [
      colours.start,
      colours.email,
      colours.time,
      colours.branch,
      colours.contact,
      colours.other,
    ]) {
      expect(contrast(ink, tile)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink, card)).toBeGreaterThanOrEqual(4.5);
    }
  },
);

/** As WCAG has it. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
