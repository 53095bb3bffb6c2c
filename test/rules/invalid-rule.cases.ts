import type { RuleCases } from '../cases.ts';

const condition = (config: unknown): string => `
        start: trigger user.signed_up
        ask: condition ${JSON.stringify(config)}
        yes: send_email welcome
        start -> ask -met-> yes`;
const rule = (operator: unknown, value?: unknown) => ({
  ...{ type: 'rule', field: 'event.plan', operator },
  ...(value !== undefined && { value }),
});
let deep: object = rule('eq', 1);
for (let level = 0; level < 10; level++) deep = { type: 'and', rules: [deep] };

export default {
  valid: [
    `
      workflow Welcome by plan
      start: trigger user.signed_up
      check_plan: condition event.plan eq "pro"
      welcome_pro: send_email welcome-pro
      start -> check_plan -met-> welcome_pro`,
    condition({ type: 'or', rules: [rule('exists'), rule('gt', 5), rule('eq', null)] }),
    { name: 'a date', input: condition(rule('gt', '2026-03-31')) },
  ],
  invalid: [
    {
      name: 'a field that conditions cannot read',
      input: `
        start: trigger cart.left
        paid: wait_for_event order.paid for 1 day
        large: condition wait_events.order.paid.total gt 100
        thanks: send_email thanks
        start -> paid -received-> large -met-> thanks`,
      reports: ['warning: condition "large" cannot compare "wait_events.order.paid.total"'],
    },
    {
      input: `
        workflow Welcome by plan
        start: trigger user.signed_up
        check_plan: condition event.plan equals "pro"
        welcome_pro: send_email welcome-pro
        start -> check_plan -met-> welcome_pro`,
      reports: ['condition "check_plan": unknown operator "equals"'],
    },
    {
      name: 'operators of other tools',
      input: condition({ type: 'and', rules: [rule('in', ['a']), rule('not_contains', 'a')] }),
      reports: [
        'condition "ask": unknown operator "in"',
        'condition "ask": unknown operator "not_contains"',
      ],
    },
    {
      name: 'in capitals',
      input: condition({ type: 'AND', rules: [rule('GT', 5)] }),
      reports: [
        'condition "ask": unknown rule type "AND"',
        'condition "ask": unknown operator "GT"',
      ],
    },
    {
      name: 'missing parts',
      input: condition({
        type: 'and',
        rules: [{ field: 'event.a', operator: 'exists' }, rule('eq')],
      }),
      reports: ['condition "ask": rule has no "type"', 'condition "ask": rule has no "value"'],
    },
    {
      name: 'types of groups and values',
      input: condition({ type: 'all', rules: [rule('gt', '5'), rule('contains', 5)] }),
      reports: [
        'condition "ask": unknown rule type "all"',
        'condition "ask": "gt" requires a number, not the string "5"',
        'condition "ask": "contains" requires a string, not the number 5',
      ],
    },
    {
      name: 'names that are no strings',
      input: condition({
        type: 'or',
        rules: [rule({}, 'a'), { type: [], rules: [rule('exists')] }],
      }),
      reports: [
        'condition "ask": unknown operator an object',
        'condition "ask": unknown rule type an array',
      ],
    },
    {
      name: 'a day that does not exist',
      input: condition(rule('gt', '2026-02-30')),
      reports: ['condition "ask": "gt" requires a number, not the string "2026-02-30"'],
    },
    {
      name: 'no rules, and no rule',
      input: condition({ type: 'or', rules: [{ type: 'and', rules: [] }, 5] }),
      reports: [
        'condition "ask": "rules" has no rules',
        'condition "ask": expected a rule, found the number 5',
      ],
    },
    {
      name: 'nested too deeply',
      input: condition(deep),
      reports: ['condition "ask": rules are nested deeper than 10 levels'],
    },
    {
      name: 'a filter reads the awaited event only',
      input: `
        start: trigger user.signed_up
        paid: wait_for_event {"event_name": "order.paid", "timeout": "1 day", "filter_rule": {"type": "rule", "field": "contact.email", "operator": "exists"}}
        yes: send_email welcome
        start -> paid -received-> yes`,
      reports: ['warning: wait_for_event "paid" cannot compare "contact.email"'],
    },
  ],
} satisfies RuleCases;
