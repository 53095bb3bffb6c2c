import type { RuleCases } from '../cases.ts';

const ask = (condition: string): string => `
        workflow Trial by size
        start: trigger trial.started
        big_team: condition ${condition}
        call_us: send_email call-us
        start -> big_team -met-> call_us
        event trial.started {"plan": "string", "seats": "number", "company": "boolean", "ends_on": "date"}
        contact_properties [{"id": "p1", "key": "visits", "type": "number"}]`;

export default {
  valid: [
    ask('event.seats eq 50'),
    ask('event.plan contains "pro"'),
    ask('event.seats exists'),
    ask('event.ends_on gt "2026-03-31"'),
    ask('event.unknown eq "a"'),
    ask('event.plan eq null'),
    ask('contact.properties.visits gt 3'),
  ],
  invalid: [
    {
      input: ask('event.seats eq "50"'),
      reports: [
        'condition "big_team": "event.seats" is a number, but "eq" compares it with the string "50"',
      ],
    },
    {
      name: 'a number for a string',
      input: ask('event.plan neq 5'),
      reports: [
        'condition "big_team": "event.plan" is a string, but "neq" compares it with the number 5',
      ],
    },
    {
      name: 'a boolean as text',
      input: ask('event.company eq "true"'),
      reports: [
        'condition "big_team": "event.company" is a boolean, but "eq" compares it with the string "true"',
      ],
    },
    {
      name: 'an operator for another type',
      input: ask('event.plan gt 5'),
      reports: [
        'condition "big_team": "event.plan" is a string, but "gt" compares it with the number 5',
      ],
    },
    {
      name: 'a contact property',
      input: ask('contact.properties.visits eq "3"'),
      reports: [
        'condition "big_team": "contact.properties.visits" is a number, but "eq" compares it with the string "3"',
      ],
    },
    {
      name: 'the filter of a wait',
      input: `
        start: trigger user.created
        paid: wait_for_event {"event_name": "order.paid", "timeout": "1 day", "filter_rule": {"type": "rule", "field": "event.total", "operator": "starts_with", "value": "5"}}
        thanks: send_email thanks
        start -> paid -received-> thanks
        event user.created
        event order.paid {"total": "number"}`,
      reports: [
        'wait_for_event "paid": "event.total" is a number, but "starts_with" compares it with the string "5"',
      ],
    },
  ],
} satisfies RuleCases;
