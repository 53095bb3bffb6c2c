import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from '../src/core/document/parse.ts';
import { SHAPES } from '../src/core/document/shapes.ts';
import { configShapeName } from '../src/core/document/validator.ts';
import { buildGraph } from '../src/core/graph/graph.ts';
import { configField, eventNameOf } from '../src/core/model/config.ts';
import { shortKey } from '../src/core/model/label.ts';
import type { Document, Step, Workflow } from '../src/core/model/nodes.ts';
import { placeOf } from '../src/core/model/place.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { defineStepType, isTrigger, TEXT } from '../src/core/model/step-type.ts';
import { EDGE_TYPES, isKnownEdgeType, STEP_TYPES, stepTypeOf } from '../src/core/steps/registry.ts';
import { compareWorkspaces } from '../src/features/diff/compare.ts';
import { printMermaid } from '../src/features/picture/mermaid.ts';
import { factsOf, pictureOf } from '../src/features/picture/picture.ts';
import { simulationText } from '../src/features/simulate/report/text.ts';
import { simulate } from '../src/features/simulate/simulate.ts';
import { lintTexts, printFinding } from './lint-text.ts';

// One folder a step type. <scene>.ok.json has no finding, <scene>.bad.json has some; <scene>.txt shows the findings, what
// `simulate` and `graph` make of the scene, and the difference to <scene>.before.json where there is one (`vitest -u` writes it).

const home = new URL('steps/', import.meta.url);
const plain = (text: string): string => text;
const palette = { red: plain, yellow: plain, blue: plain, cyan: plain, green: plain };
const context = {
  tool: { name: 'edgewise', version: '0.1.0' },
  palette: { ...palette, bold: plain, dim: plain },
};

const read = (text: string): Document =>
  parseDocument(text, { source: 'scene.json', index: 0, line: 1, start: 0, end: text.length });

function show(text: string, before: string | undefined): string {
  const { findings } = lintTexts({ 'scene.json': text }, { preset: 'strict' });
  const document = read(text);
  const { workflows, events } = document;
  const starts = workflows.flatMap(({ steps }) => steps.filter(isTrigger).map(eventNameOf));
  const timelines = [...new Set(starts)].map((event = '') => {
    const simulation = simulate(workflows, events, { event, all: true });
    return [...simulationText({ simulation, failures: [] }, context)].join('');
  });
  return [
    ...findings.map((finding) => `${finding.rule} ${printFinding(finding)}\n`),
    ...timelines,
    printMermaid(
      workflows.map((workflow) => pictureOf(workflow, findings)),
      { titled: true },
    ),
    ...(before === undefined ? [] : [differences(read(before), document)]),
  ].join('\n');
}

function differences(before: Document, after: Document): string {
  const { difference } = compareWorkspaces([before], [after]);
  return `${JSON.stringify(difference.workflows, null, 1)}\n`;
}

const names = STEP_TYPES.map(({ name }) => name);

describe.each(names)('%s', (name) => {
  const folder = new URL(`${name}/`, home);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const scenes = files.filter((file) => /\.(ok|bad)\.json$/.test(file));

  test('has a scene', () => {
    expect(scenes, `add test/steps/${name}/<scene>.ok.json`).not.toEqual([]);
    const known = scenes.flatMap((file) => {
      const scene = file.replace(/\.\w+\.json$/, '');
      return [file, `${scene}.txt`, `${scene}.before.json`];
    });
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
  });

  test.each(scenes)('%s', async (file) => {
    const scene = file.replace(/\.\w+\.json$/, '');
    const earlier = new URL(`${scene}.before.json`, folder);
    const text = readFileSync(new URL(file, folder), 'utf8');
    const { findings } = lintTexts({ [file]: text });
    if (file.includes('.ok.')) expect(findings.map(printFinding)).toEqual([]);
    else expect(findings).not.toEqual([]);
    expect(text, 'it is about the type').toContain(`"${name}"`);
    await expect(
      show(text, existsSync(earlier) ? readFileSync(earlier, 'utf8') : undefined),
    ).toMatchFileSnapshot(`steps/${name}/${scene}.txt`);
  });

  test('has texts, an icon, and existing fields', () => {
    const { caption, icon, fields, requires, texts, lengths, effects, branches, rule } =
      stepTypeOf(name);
    expect([caption.trim(), icon.trim()]).not.toContain('');
    const named = [
      ...requires.flat(),
      ...texts.flatMap(({ at }) => at.map(([, field]) => field)),
      ...(lengths === undefined ? [] : [lengths.seconds, lengths.text]),
      ...effects.writes,
    ];
    expect(named.filter((field) => !Object.hasOwn(fields, field as string))).toEqual([]);
    expect(branches.filter(({ type }) => !isKnownEdgeType(type))).toEqual([]);
    const decided = branches.some(({ means }) => means === 'met' || means === 'notMet');
    expect(decided && rule === undefined, 'branches that no rule decides are open').toBe(false);
    const hasSchema = Object.values(fields).some(({ schema }) => schema !== undefined);
    const shapes: object = SHAPES;
    expect(Object.hasOwn(shapes, configShapeName(name))).toBe(hasSchema || requires.length > 0);
  });

  test('describes a step without a config', () => {
    const step = stepWith(name, {});
    expect([factsOf(step).main.trim(), step.spec.describe(step).trim()]).not.toContain('');
  });

  test('every spelling of a field is read, located, and equal in diff', () => {
    const { spellings } = stepTypeOf(name);
    for (const [field, others] of spellings) {
      for (const other of others) {
        const step = stepWith(name, { [other]: 'x' });
        expect(configField(step, field)).toBe('x');
        expect(placeOf([step, 'config', field]).pointer).toBe(`/steps/0/config/${other}`);
        expect(step.spec.fieldNames.has(other)).toBe(true);
        const [today, spelled] = [{ [field]: 'x' }, { [other]: 'x' }].map((config) =>
          read(textOf(name, config)),
        ) as [Document, Document];
        expect(compareWorkspaces([today], [spelled]).difference.workflows).toEqual([]);
      }
    }
  });
});

test('every folder belongs to a type', () => {
  expect(readdirSync(home).filter((folder) => !names.includes(folder))).toEqual([]);
});

test('each type has a unique position in lists, and edge type "default" is first', () => {
  expect(EDGE_TYPES[0]).toBe('default');
  expect(new Set(STEP_TYPES.map(({ position }) => position)).size).toBe(STEP_TYPES.length);
});

test.each(['ab_split', 'constructor', '__proto__', undefined])(
  'a step of type %s may do anything',
  (type) => {
    const { isKnown, branches, time, hasSideEffect } = stepTypeOf(type);
    expect({ isKnown, branches, time, hasSideEffect }).toEqual({
      isKnown: false,
      branches: [],
      time: 'unknown',
      hasSideEffect: true,
    });
  },
);

test('a new step type works without other code', () => {
  const call = defineStepType({
    name: 'call',
    position: 1000,
    fields: { script: { schema: TEXT } },
    texts: [{ name: 'script', use: 'text', at: [['config', 'script']], hasVariables: true }],
    effects: { sends: 'call' },
    caption: 'Call',
    kind: 'contact',
    icon: 'M0 0',
    summarize: ({ config }) => [String(config['script'])],
    describe: () => 'calls the contact',
  });
  const step = { ...stepWith('call', { script: 'Hello {{{contact.name}}}' }), spec: call };
  expect(factsOf(step)).toEqual({
    caption: 'Call',
    main: 'Hello {{{contact.name}}}',
    details: [],
    decides: false,
  });
  expect(referencesOf(step).map(({ text }) => text)).toEqual(['contact.name']);
  expect(buildGraph({ ...step.workflow, steps: [step] }).where(isTrigger)).toEqual([]);
  expect(shortKey('call')).toBe('call');
});

test('an undecided branch of a new step type is asked as a question', () => {
  const text = JSON.stringify({
    name: 'two ends',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'order.late' } },
      { key: 'call', type: 'call', config: {} },
      { key: 'mail', type: 'send_email', config: { template: { id: 'a' } } },
    ],
    connections: [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'mail', type: 'missed' },
    ],
  });
  const branch = (type: string) => ({ type, means: 'open' as const, contacts: 'who do' });
  const spec = defineStepType({
    name: 'call',
    position: 1000,
    branches: [branch('answered'), branch('missed')],
    caption: 'Call',
    kind: 'contact',
    icon: 'M0 0',
    summarize: () => ['call'],
    describe: () => 'calls the contact',
  });
  const { workflows } = read(text);
  const [start, call, mail] = (workflows[0] as Workflow).steps as [Step, Step, Step];
  const workflow = { ...(workflows[0] as Workflow), steps: [start, { ...call, spec }, mail] };
  const simulation = simulate([workflow], [], { event: 'order.late', all: true });
  expect(simulation.emails).toEqual({ min: 0, max: 1 });
  expect(simulation.questions.map(({ step, answers }) => ({ step, answers }))).toEqual([
    { step: 'call', answers: ['it leaves by "answered"', 'it leaves by "missed"'] },
  ]);
});

const textOf = (type: string, config: object): string =>
  JSON.stringify({ name: 'one step', steps: [{ key: 'a', type, config }], connections: [] });

const stepWith = (type: string, config: object): Step =>
  (read(textOf(type, config)).workflows[0] as Workflow).steps[0] as Step;
