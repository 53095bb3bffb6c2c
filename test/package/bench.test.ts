import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lintTexts } from '../../src/features/library/core.ts';

// The benchmark measures ten nodes each, with valid links and without findings.

const bench = (name: string): URL => new URL(`../../bench/${name}`, import.meta.url);
const { bpmn, n8n, nodeRed, ownJson } = (await import(bench('graphs.js').href)) as Record<
  'bpmn' | 'n8n' | 'ownJson' | 'nodeRed',
  (n: number) => string
>;
const { eventDefinitions } = (await import(bench('workload.js').href)) as {
  eventDefinitions(): object;
};

test('the workflows of the benchmark have ten steps and no findings', () => {
  const texts = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.json`, ownJson(n)]));
  const { findings, summary } = lintTexts(
    { ...texts, 'events.json': JSON.stringify(eventDefinitions()) },
    { preset: 'recommended' },
  );
  const isExpected = ({ rule }: { readonly rule: string }): boolean =>
    ['unused-event'].includes(rule);
  expect(findings.filter((finding) => !isExpected(finding))).toEqual([]);
  expect(summary).toMatchObject({ workflows: 50, steps: 500 });
});

test('a workflow for flowlint has ten connected nodes', () => {
  const { nodes, connections } = JSON.parse(n8n(3)) as {
    nodes: { name: string }[];
    connections: Record<string, { main: { node: string }[][] }>;
  };
  const names = nodes.map(({ name }) => name);
  expect(new Set(names).size).toBe(10);
  expect(Object.keys(connections)).toEqual(names.slice(0, 9));
  const reached = Object.values(connections).flatMap(({ main }) =>
    main.flat().map(({ node }) => node),
  );
  expect(new Set(reached)).toEqual(new Set(names.slice(1)));
});

test('a flow for nrlint has a tab and ten connected nodes', () => {
  const all = JSON.parse(nodeRed(4)) as {
    id: string;
    type: string;
    z?: string;
    wires?: string[][];
  }[];
  const tabs = all.filter(({ type }) => type === 'tab');
  expect(tabs.length).toBe(4);
  expect(new Set(all.map(({ id }) => id)).size).toBe(44);
  for (const { id } of tabs) {
    const nodes = all.filter(({ z }) => z === id);
    expect(nodes.length).toBe(10);
    expect(new Set(nodes.flatMap(({ wires = [] }) => wires.flat()))).toEqual(
      new Set(nodes.slice(1).map((node) => node.id)),
    );
  }
});

test('a process for bpmnlint has ten nodes, each with a diagram element', () => {
  const text = bpmn(2);
  const nodes = [
    ...text.matchAll(/<bpmn:(?:startEvent|task|exclusiveGateway|endEvent) id="(\w+)"/g),
  ].map(([, id]) => id);
  expect(nodes.length).toBe(10);
  expect(
    [...text.matchAll(/<bpmndi:BPMNShape id="\w+" bpmnElement="(\w+)"/g)].map(([, id]) => id),
  ).toEqual(nodes);
  for (const [, from, to] of text.matchAll(/sourceRef="(\w+)" targetRef="(\w+)"/g))
    expect(nodes).toEqual(expect.arrayContaining([from, to]));
});

test('other linters are installed only on request', () => {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(bench('peers.js'))], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, 'usage: node bench/peers.js --install\n']);
});
