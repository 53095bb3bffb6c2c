import { expect, test } from 'vitest';
import { decodeDocument } from '../src/document/decode.ts';
import { buildGraph } from '../src/graph/graph.ts';
import { escapeLabel, flowchart } from '../src/graph/mermaid.ts';
import type { Workflow } from '../src/model/nodes.ts';

const draw = (workflow: object, faults: readonly string[] = [], related: readonly string[] = []) => {
  const { workflows } = decodeDocument(workflow, { source: 'w.json', index: 0, line: 1, start: 0, end: 0 });
  return flowchart(buildGraph(workflows[0] as Workflow), faults, related);
};
const step = (key: string, type: string, config: object = {}) => ({ key, type, config });

test('every kind of step has its shape, branches bear their name', () => {
  const steps = [
    step('start', 'trigger', { event_name: 'order.placed' }),
    step('brewed', 'wait_for_event', { event_name: 'order.brewed', timeout: '36 hours' }),
    step('regular', 'condition', { type: 'rule', field: 'contact.properties.orders', operator: 'gt', value: 3 }),
    step('pause', 'delay', { duration: '2 days' }),
    step('thanks', 'send_email', { template: { id: 'thanks' }, subject: 'Thank you!' }),
    step('sms', 'send_sms'),
  ];
  const connections = [
    { from: 'start', to: 'brewed' },
    { from: 'brewed', to: 'regular', type: 'event_received' },
    { from: 'brewed', to: 'sms', type: 'timeout' },
    { from: 'regular', to: 'pause', type: 'condition_met' },
    { from: 'regular', to: 'thanks', type: 'default' },
    { from: 'pause', to: 'thanks', type: 'default' },
  ];
  expect(draw({ name: 'Orders', steps, connections }, ['/steps/5', '/connections/4/type'], ['/steps/3/key', '/steps/5', '/connections/0'])).toBe(`flowchart TD
  s0(["start<br/>on order.placed"])
  s1{{"brewed<br/>wait for order.brewed<br/>at most 1 day 12 hours"}}
  s2{"regular<br/>contact.properties.orders gt 3"}
  s3("pause<br/>wait 2 days"):::related
  s4["thanks<br/>email: Thank you!"]
  s5["sms<br/>send sms"]:::fault
  s0 --> s1
  s1 -->|"event_received"| s2
  s1 -->|"timeout"| s5
  s2 -->|"condition_met"| s3
  s2 -->|"default"| s4
  s3 --> s4
  classDef fault stroke:#d1242f,stroke-width:3px
  classDef related stroke:#bf8700,stroke-width:2px
  linkStyle 4 stroke:#d1242f,stroke-width:3px
  linkStyle 0 stroke:#bf8700,stroke-width:2px
`);
});

test('an end that is no step gets one box, however many edges lead there', () => {
  const edges = [
    { id: 'e1', from_step_id: 'a', to_step_id: 'gone', edge_type: 'default' },
    { id: 'e2', from_step_id: 'gone', to_step_id: 'a', edge_type: 'default' },
  ];
  const text = draw({ name: 'W', steps: [{ id: 'a', type: 'trigger', config: {} }], edges }, ['/edges/1/from_step_id']);
  expect(text.match(/no such step/g)).toHaveLength(1);
  expect(text).toContain('  s0 --> x0\n  x0 --> s0\n');
  expect(text).toContain('linkStyle 1 ');
});

test.each([
  ['"] --> x; click x "javascript:alert(1)"', '#34;#93; #45;#45;#62; x#59; click x #34;javascript#58;alert(1)#34;'],
  ['<img src=x>', '#60;img src#61;x#62;'],
  ['1. first', '1#46; first'],
  ['- first', '#45; first'],
  ['`**bold**`', '#96;#42;#42;bold#42;#42;#96;'],
  ['www.shop.test', 'www#46;shop.test'],
  ['a\nend\u202e\u001b[31m', 'a end #91;31m'],
  ['subscription.renewed_by-card', 'subscription.renewed_by-card'],
  ['Grüße, 日本', 'Grüße, 日本'],
])('%j cannot leave its label', (name, shown) => {
  expect(escapeLabel(name)).toBe(shown);
});

test.each([
  [{ type: 'rule', field: 'event.plan', operator: 'exists' }, 'event.plan exists'],
  [{ type: 'and', rules: [{}, {}] }, 'all of 2'],
  [{ type: 'or', rules: [{}] }, 'any of 1'],
  [{ field: 'event.plan' }, 'condition'],
])('the condition %j is shown in short', (config, shown) => {
  expect(draw({ name: 'W', steps: [step('check', 'condition', config)], connections: [] })).toContain(`{"check<br/>${shown}"}`);
});

test('the picture of a huge workflow is bounded', () => {
  const steps = Array.from({ length: 5000 }, (_, i) => step(`#"${i}`.padEnd(200, '"'), 'delay', { duration: '1 day' }));
  const connections = steps.slice(1).map(({ key }, i) => ({ from: steps[i]?.key, to: key, type: '"'.repeat(100) }));
  const text = draw({ name: 'W', steps, connections });
  expect(text).toContain('4850 more steps');
  expect(text.length).toBeLessThan(250_000);
});
