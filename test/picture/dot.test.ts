import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';
import type { Step } from '../../src/core/model/nodes.ts';
import { printDot } from '../../src/features/picture/dot.ts';
import { printMermaid } from '../../src/features/picture/mermaid.ts';
import { pictureOf } from '../../src/features/picture/picture.ts';
import fc from '../fast-check.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { anyText } from '../report/texts.ts';
import { lintedWorkflow, saying, step, workflowOf } from './draw.ts';

const pictureOfValue = (value: unknown) => {
  const { workflow, findings } = lintedWorkflow(value);
  return pictureOf(workflow, findings);
};

test('steps, edges, findings and missing steps are written in DOT', () => {
  const value = {
    name: 'Tea "course"',
    status: 'enabled',
    steps: [
      step('start', 'trigger', { event_name: 'tea.joined' }),
      step('first', 'send_email', { template: { id: 'tea\\nfirst' }, subject: 'Water & <leaves>' }),
      step('lost', 'delay', { duration: '2 days' }),
    ],
    connections: [
      { from: 'start', to: 'first', type: 'default' },
      { from: 'first', to: 'second', type: 'default' },
    ],
  };
  expect(printDot([pictureOfValue(value)])).toBe(`digraph edgewise {
  graph [charset="UTF-8", rankdir=TB, fontname="Helvetica", labelloc=t, labeljust=l]
  node [shape=box, style=filled, fillcolor="white", fontname="Helvetica", fontsize=11]
  edge [fontname="Helvetica", fontsize=10]
  subgraph cluster_0 {
    label="Tea \\"course\\"\\nenabled · 3 steps · 2 edges · 2 errors"
    s0 [label="start\\nTrigger: tea.joined", tooltip="start", shape=oval]
    s1 [label="first\\nEmail: Water &amp; <leaves>\\ntemplate tea\\\\nfirst", tooltip="first"]
    x0 [label="second\\nno such step", tooltip="second", style=dashed]
    subgraph cluster_0_apart {
      label="never reached"
      style=dashed
      s2 [label="lost\\nDelay: 2 days\\nerror: unreachable-step", tooltip="lost", style="rounded,filled", color="#b3161b", penwidth=2]
    }
    s0 -> s1
    s1 -> x0 [label="error: dangling-edge: second\\nsee unreachable-step", style=dashed, color="#b3161b", penwidth=2]
  }
}
`);
});

test('Graphviz accepts any text of a workflow, and shows it', async () => {
  const viz = await instance();
  for (const name of [...HOSTILE_NAMES, ...fc.sample(anyText, 40)]) {
    const pictures = [pictureOfValue(saying(name)), pictureOfValue(saying(`${name}2`))];
    const dot = printDot(pictures);
    const { status, errors } = viz.render(dot, { format: 'json' });
    // It warns of characters whose width it does not know.
    expect(errors.filter(({ level }) => level === 'error')).toEqual([]);
    expect(status).toBe('success');
    expect(dot).not.toMatch(/##\w*\[/);
    expect(dot).not.toMatch(/[^\n\P{Cc}]|[\p{Cs}\p{Bidi_Control}]/u);
  }
});

test('Graphviz shows labels exactly', async () => {
  const viz = await instance();
  const subject = '\\N \\G \\l &lt;b&gt; "quoted" {a|b} <i>';
  const value = {
    name: 'W',
    steps: [step('only', 'send_email', { subject, template: { id: 't' } })],
    connections: [],
  };
  const { output = '' } = viz.render(printDot([pictureOfValue(value)]), { format: 'svg' });
  expect(output).toContain(
    'Email: \\N \\G \\l &amp;lt;b&amp;gt; &quot;quoted&quot; {a|b} &lt;i&gt;',
  );
});

test('steps beyond the focus are one node', () => {
  const keys = ['start', 'a', 'b', 'c'];
  const workflow = workflowOf({
    name: 'W',
    steps: keys.map((key) => step(key, key === 'start' ? 'trigger' : 'delay', {})),
    connections: keys.slice(1).map((key, i) => ({ from: keys[i], to: key })),
  });
  const focus = { step: workflow.steps[0] as Step, distance: 2 };
  expect(printDot([pictureOf(workflow, [], focus)])).toContain(
    'a2 [label="… more after", shape=plaintext]',
  );
});

test('several pictures in one text have separate steps', () => {
  const value = {
    name: 'W',
    steps: [
      step('start', 'trigger', { event_name: 'a' }),
      step('mail', 'send_email', { subject: 'Hi' }),
    ],
    connections: [{ from: 'start', to: 'mail' }],
  };
  const pictures = [pictureOfValue(value), pictureOfValue({ ...value, name: 'V' })];
  const dot = printDot(pictures);
  const mermaid = printMermaid(pictures);
  for (const text of [dot, mermaid])
    for (const id of ['w0_s0', 'w0_s1', 'w1_s0', 'w1_s1']) expect(text).toContain(id);
  expect(mermaid).toContain('subgraph w1_all["V"]');
  expect(mermaid).not.toContain('title:');
});
