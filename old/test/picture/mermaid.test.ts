import { expect, test } from 'vitest';
import { escapeMermaid } from '../../src/core/report/escape-mermaid.ts';
import { printMermaid } from '../../src/features/picture/mermaid.ts';
import { pictureOf } from '../../src/features/picture/picture.ts';
import { findingAt, step, workflowOf } from './draw.ts';

const draw = (
  value: object,
  faults: Record<string, 'error' | 'warning' | 'info'> = {},
  related: readonly string[] = [],
) => {
  const findings = Object.entries(faults).map(([pointer, severity]) =>
    findingAt(value, pointer, severity, related),
  );
  return printMermaid([pictureOf(workflowOf(value), findings)]);
};

test('each kind of step has a shape, branches have labels, and findings are text', () => {
  const steps = [
    step('start', 'trigger', { event_name: 'order.placed' }),
    step('brewed', 'wait_for_event', { event_name: 'order.brewed', timeout: '36 hours' }),
    step('regular', 'condition', {
      type: 'rule',
      field: 'contact.properties.orders',
      operator: 'gt',
      value: 3,
    }),
    step('pause', 'delay', { duration: '2 days' }),
    step('thanks', 'send_email', { template: { id: 'thanks' }, subject: 'Thank you!' }),
    step('sms', 'send_fax'),
  ];
  const connections = [
    { from: 'start', to: 'brewed' },
    { from: 'brewed', to: 'regular', type: 'event_received' },
    { from: 'brewed', to: 'sms', type: 'timeout' },
    { from: 'regular', to: 'pause', type: 'condition_met' },
    { from: 'regular', to: 'thanks', type: 'default' },
    { from: 'pause', to: 'thanks', type: 'default' },
  ];
  const faults = { '/steps/5': 'warning', '/connections/4/type': 'error' } as const;
  expect(
    draw({ name: 'Orders', steps, connections }, faults, [
      '/steps/3/key',
      '/steps/5',
      '/connections/0',
    ]),
  ).toBe(`flowchart TD
  s0(["start<br/>Trigger: order.placed"])
  s1{{"brewed<br/>Wait for event: order.brewed<br/>at most 1 day 12 hours"}}
  s2{"regular<br/>Condition: contact.properties.orders #62; 3"}
  s3("pause<br/>Delay: 2 days<br/>see rule-of-error<br/>see rule-of-warning"):::also
  s4["thanks<br/>Email: Thank you!<br/>template thanks"]
  s5["sms<br/>Other step: send fax<br/>#9650; warning: rule-of-warning<br/>see rule-of-error"]:::warning
  o2condition_not_met["contact leaves"]
  s0 -->|"see rule-of-error<br/>see rule-of-warning"| s1
  s1 -->|"event_received"| s2
  s1 -->|"timeout"| s5
  s2 -->|"yes"| s3
  s2 -->|"default<br/>#10006; error: rule-of-error"| s4
  s3 --> s4
  s2 -.->|"no"| o2condition_not_met
  classDef warning stroke:#bf8700,stroke-width:3px
  classDef also stroke:#bf8700,stroke-width:2px
  linkStyle 4 stroke:#d1242f,stroke-width:3px
  linkStyle 0 stroke:#bf8700,stroke-width:2px
`);
});

test('an unknown step gets one box for all its edges, and each missing end gets its own', () => {
  const edges = [
    { id: 'e1', from_step_id: 'a', to_step_id: 'gone', edge_type: 'default' },
    { id: 'e2', from_step_id: 'gone', to_step_id: 'a', edge_type: 'default' },
    { id: 'e3', from_step_id: 'a', edge_type: 'default' },
  ];
  const text = draw(
    { name: 'W', steps: [{ id: 'a', type: 'trigger', config: {} }], edges },
    { '/edges/1/from_step_id': 'error' },
  );
  expect(text.match(/no such step/g)).toHaveLength(1);
  expect(text.match(/no end given/g)).toHaveLength(1);
  expect(text).toContain(
    '  s0 --> x0\n  x0 -->|"#10006; error: rule-of-error"| s0\n  s0 --> x2b\n',
  );
  expect(text).toContain('linkStyle 1 ');
});

test.each([
  [
    '"] --> x; click x "javascript:alert(1)"',
    '#34;#93; #45;#45;#62; x#59; click x #34;javascript#58;alert(1)#34;',
  ],
  ['<img src=x>', '#60;img src#61;x#62;'],
  ['1. first', '1#46; first'],
  ['- first', '#45; first'],
  ['.first-', '#46;first#45;'],
  ['`**bold**`', '#96;#42;#42;bold#42;#42;#96;'],
  ['www.shop.test', 'www#46;shop.test'],
  ['a\nend\u202e\u001b[31m', 'a end #91;31m'],
  ['subscription.renewed_by-card', 'subscription.renewed_by-card'],
  ['Grüße, 日本', 'Grüße, 日本'],
])('%j is escaped in its label', (name, shown) => {
  expect(escapeMermaid(name)).toBe(shown);
});

test.each([
  [{ type: 'rule', field: 'event.plan', operator: 'exists' }, 'event.plan exists'],
  [
    { type: 'and', rules: [{}, {}] },
    'all of 2 rules<br/>a rule that cannot be read<br/>a rule that cannot be read',
  ],
  [{ type: 'or', rules: [{}] }, 'any of 1 rule<br/>a rule that cannot be read'],
  [{ field: 'event.plan' }, 'a rule that cannot be read'],
])('the condition %j is shortened', (config, shown) => {
  expect(
    draw({ name: 'W', steps: [step('check', 'condition', config)], connections: [] }),
  ).toContain(`{"check<br/>Condition: ${shown}"}`);
});

test('the picture of a huge workflow is within the text limit of Mermaid', () => {
  const steps = Array.from({ length: 5000 }, (_, i) =>
    step(`#"${i}`.padEnd(200, '"'), i === 0 ? 'trigger' : 'delay', { duration: '1 day' }),
  );
  const connections = steps
    .slice(1)
    .map(({ key }, i) => ({ from: steps[i]?.key, to: key, type: '"'.repeat(100) }));
  const text = draw({ name: 'W', steps, connections });
  expect(text).toContain('4800 steps and 4799 edges are not drawn');
  expect(text).toContain('… more after');
  expect(text.length).toBeLessThan(50_000);
});
