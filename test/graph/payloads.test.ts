import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { buildGraph, type Graph } from '../../src/core/graph/graph.ts';
import { payloadsOf } from '../../src/core/graph/payloads.ts';
import type { Step, Workflow } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';

type RawEdge = { from: string; to: string; type?: string };
type RawStep = { key: string; type: string; config: object };

const trigger = (key: string, event = 'user.created'): RawStep => ({
  key,
  type: 'trigger',
  config: { event_name: event },
});
const wait = (key: string, event: string): RawStep => ({
  key,
  type: 'wait_for_event',
  config: { event_name: event, timeout: '1 day' },
});
const mail = (key: string): RawStep => ({
  key,
  type: 'send_email',
  config: { template: { id: 'welcome' } },
});

function graphOf(steps: readonly RawStep[], connections: readonly RawEdge[]): Graph {
  const text = JSON.stringify({ name: 'Payloads', steps, connections });
  const { workflows } = parseDocument(text, {
    source: 'payloads.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  return buildGraph(workflows[0] as Workflow);
}

const stepOf = (graph: Graph, key: string): Step => graph.resolve(key) as Step;
const lacks = (graph: Graph, key: string, event: string): boolean =>
  payloadsOf(graph).mayLack(stepOf(graph, key), event);

describe('payloads', () => {
  test('arrive on the event_received branch and not on the timeout branch', () => {
    const graph = graphOf(
      [trigger('start'), wait('wait', 'order.paid'), mail('thanks'), mail('nudge'), mail('news')],
      [
        { from: 'start', to: 'wait' },
        { from: 'wait', to: 'thanks', type: 'event_received' },
        { from: 'wait', to: 'nudge', type: 'timeout' },
        { from: 'thanks', to: 'news' },
        { from: 'nudge', to: 'news' },
      ],
    );
    expect(lacks(graph, 'wait', 'order.paid')).toBe(true);
    expect(lacks(graph, 'thanks', 'order.paid')).toBe(false);
    expect(lacks(graph, 'nudge', 'order.paid')).toBe(true);
    expect(lacks(graph, 'news', 'order.paid')).toBe(true);
    const { timedOutWait, waits } = payloadsOf(graph);
    expect(timedOutWait(stepOf(graph, 'news'), 'order.paid')?.key).toBe('wait');
    expect(timedOutWait(stepOf(graph, 'wait'), 'order.paid')).toBeUndefined();
    expect([...waits.keys()]).toEqual(['order.paid']);
  });

  test('of one event may come from different waits', () => {
    const graph = graphOf(
      [trigger('start'), wait('first', 'order.paid'), wait('second', 'order.paid'), mail('thanks')],
      [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'thanks', type: 'event_received' },
        { from: 'first', to: 'second', type: 'timeout' },
        { from: 'second', to: 'thanks', type: 'event_received' },
      ],
    );
    expect(lacks(graph, 'thanks', 'order.paid')).toBe(false);
    expect(lacks(graph, 'second', 'order.paid')).toBe(true);
  });

  test('of another event, or with the event on all paths, are not those of the wait that timed out', () => {
    const graph = graphOf(
      [
        ...[trigger('start'), wait('first', 'order.paid'), wait('again', 'order.paid')],
        ...[wait('sent', 'order.sent'), mail('late'), mail('news')],
      ],
      [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'again', type: 'event_received' },
        { from: 'again', to: 'news', type: 'timeout' },
        { from: 'first', to: 'sent', type: 'timeout' },
        { from: 'sent', to: 'late', type: 'timeout' },
        { from: 'late', to: 'news' },
      ],
    );
    const { timedOutWait } = payloadsOf(graph);
    expect(timedOutWait(stepOf(graph, 'late'), 'order.paid')?.key).toBe('first');
    expect(timedOutWait(stepOf(graph, 'news'), 'order.paid')?.key).toBe('first');
    expect(timedOutWait(stepOf(graph, 'news'), 'order.sent')?.key).toBe('sent');
  });

  test('have come where conditions allow only the branch with the wait', () => {
    const asks = (key: string, value: string): RawStep => ({
      ...{ key, type: 'condition' },
      config: { type: 'rule', field: 'event.plan', operator: 'eq', value },
    });
    const graph = graphOf(
      [
        ...[trigger('start'), asks('is_pro', 'pro'), wait('wait', 'order.paid')],
        ...[asks('is_still', 'pro'), mail('pro'), mail('other')],
      ],
      [
        { from: 'start', to: 'is_pro' },
        { from: 'is_pro', to: 'wait', type: 'condition_met' },
        { from: 'is_pro', to: 'is_still', type: 'condition_not_met' },
        { from: 'wait', to: 'is_still', type: 'event_received' },
        { from: 'is_still', to: 'pro', type: 'condition_met' },
        { from: 'is_still', to: 'other', type: 'condition_not_met' },
      ],
    );
    expect(lacks(graph, 'is_still', 'order.paid')).toBe(true);
    expect(lacks(graph, 'pro', 'order.paid')).toBe(false);
    expect(lacks(graph, 'other', 'order.paid')).toBe(true);
  });

  test('unreachable steps and workflows without a trigger have no result', () => {
    const graph = graphOf(
      [trigger('start'), wait('wait', 'order.paid'), mail('lost')],
      [{ from: 'start', to: 'wait' }],
    );
    expect(lacks(graph, 'lost', 'order.paid')).toBe(false);
    expect(lacks(graph, 'lost', 'order.sent')).toBe(false);
    expect(lacks(graph, 'wait', 'order.sent')).toBe(true);
  });

  test('the trigger is the first that is not a duplicate, and the analysis runs once per graph', () => {
    const graph = graphOf(
      [mail('start'), trigger('start', 'user.deleted'), trigger('begin', 'user.created')],
      [],
    );
    const { read } = payloadsOf(graph);
    const begin = stepOf(graph, 'begin');
    expect(read(begin, { kind: 'event', name: 'plan' })?.event).toBe('user.created');
    expect(payloadsOf(graph)).toBe(payloadsOf(graph));
  });

  test('a reference resolves to the longest matching event name of a wait, and in a filter to the awaited event', () => {
    const graph = graphOf(
      [trigger('start'), wait('order', 'order'), wait('paid', 'order.paid'), wait('other', 'x.y')],
      [],
    );
    const { read } = payloadsOf(graph);
    const [start, order] = [stepOf(graph, 'start'), stepOf(graph, 'order')];
    expect(read(start, { kind: 'event', name: 'plan' })).toEqual({
      event: 'user.created',
      property: 'plan',
    });
    expect(read(order, { kind: 'event', name: 'plan' })).toEqual({
      event: 'order',
      property: 'plan',
    });
    expect(read(start, { kind: 'wait_events', name: 'order.paid.total' })).toEqual({
      event: 'order.paid',
      property: 'total',
    });
    expect(read(start, { kind: 'wait_events', name: 'order.paid' })).toEqual({
      event: 'order',
      property: 'paid',
    });
    expect(read(start, { kind: 'wait_events', name: 'order.sent.at.noon' })).toEqual({
      event: 'order',
      property: 'sent.at.noon',
    });
    expect(read(start, { kind: 'wait_events', name: 'x.y' })).toBeUndefined();
    expect(read(start, { kind: 'contact', name: 'email' })).toBeUndefined();
    expect(
      payloadsOf(graphOf([], [])).read(start, { kind: 'event', name: 'plan' }),
    ).toBeUndefined();
  });

  test('a wait without a readable event has no payload', () => {
    const graph = graphOf(
      [
        trigger('start'),
        { key: 'wait', type: 'wait_for_event', config: { event_name: 7 } },
        mail('thanks'),
        wait('other', 'order.paid'),
      ],
      [
        { from: 'start', to: 'wait' },
        { from: 'wait', to: 'thanks', type: 'event_received' },
      ],
    );
    expect(lacks(graph, 'thanks', 'order.paid')).toBe(true);
  });
});

// Small workflows of any form: every step may be a wait for one of three events, every edge of any type.
const EVENTS = ['a', 'b', 'c'];
const EDGE_TYPES = ['default', 'event_received', 'timeout'];

const randomGraph = (size: number, acyclic: boolean): fc.Arbitrary<Graph> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...EVENTS, 'trigger', 'mail'), { minLength: 1, maxLength: size }),
      fc.array(fc.tuple(fc.nat(size), fc.nat(size), fc.constantFrom(...EDGE_TYPES)), {
        maxLength: size * 3,
      }),
    )
    .map(([kinds, links]) => {
      const key = (index: number) => `s${index}`;
      const later = kinds.map((kind, index) =>
        kind === 'trigger'
          ? trigger(key(index + 1))
          : kind === 'mail'
            ? mail(key(index + 1))
            : wait(key(index + 1), kind),
      );
      const forward = acyclic ? links.filter(([from, to]) => from < to) : links;
      return graphOf(
        [trigger(key(0)), ...later],
        forward.map(([from, to, type]) => ({ from: key(from), to: key(to), type })),
      );
    });

const passedOn = (graph: Graph, step: Step, type: string | undefined): readonly string[] =>
  step.type === 'wait_for_event' && type !== 'timeout' && graph.resolve(step.key as string) === step
    ? [step.config['event_name'] as string]
    : [];

describe('the analysis equals', () => {
  test('an enumeration of the paths of an acyclic workflow', () => {
    fc.assert(
      fc.property(randomGraph(6, true), (graph) => {
        const lacking = new Map<Step, Set<string>>(
          graph.workflow.steps.map((step) => [step, new Set()]),
        );
        const walk = (step: Step, come: ReadonlySet<string>): void => {
          for (const event of EVENTS) if (!come.has(event)) lacking.get(step)?.add(event);
          for (const edge of graph.outgoing(step))
            walk(
              graph.target(edge) as Step,
              new Set([...come, ...passedOn(graph, step, edge.type)]),
            );
        };
        for (const step of graph.workflow.steps) if (step.type === 'trigger') walk(step, new Set());
        for (const step of graph.workflow.steps)
          for (const event of EVENTS)
            expect(payloadsOf(graph).mayLack(step, event)).toBe(lacking.get(step)?.has(event));
      }),
      { numRuns: 300 },
    );
  });

  test('a forward must-analysis of a workflow with cycles', () => {
    fc.assert(
      fc.property(randomGraph(7, false), (graph) => {
        const { steps, edges } = graph.workflow;
        const all = new Set(EVENTS);
        const come = new Map(
          steps.map((step) => [step, step.type === 'trigger' ? new Set<string>() : all]),
        );
        for (let changed = true; changed; ) {
          changed = false;
          for (const edge of edges) {
            const [source, target] = [graph.source(edge), graph.target(edge)];
            if (source === undefined || target === undefined || !graph.isReachable(source))
              continue;
            const brought = new Set([
              ...(come.get(source) as Set<string>),
              ...passedOn(graph, source, edge.type),
            ]);
            const kept = new Set(
              [...(come.get(target) as Set<string>)].filter((event) => brought.has(event)),
            );
            if (kept.size === come.get(target)?.size) continue;
            come.set(target, kept);
            changed = true;
          }
        }
        for (const step of steps)
          for (const event of EVENTS)
            expect(payloadsOf(graph).mayLack(step, event)).toBe(
              graph.isReachable(step) && !come.get(step)?.has(event),
            );
      }),
      { numRuns: 300 },
    );
  });
});
