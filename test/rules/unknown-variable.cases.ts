import type { RuleCases } from '../cases.ts';

const EVENT = 'event order.placed {"order_number": "string", "total": "number"}';
const email = (reference: string, more = EVENT): string => `
        workflow Order thanks
        start: trigger order.placed
        thanks: send_email order-thanks {"VALUE": {"var": "${reference}"}}
        start -> thanks
        ${more}`;
const cart = (branch: string): string => `
        workflow Cart
        start: trigger cart.left
        paid: wait_for_event order.paid for 1 day
        thanks: send_email thanks {"TOTAL": {"var": "wait_events.order.paid.total"}}
        still_there: send_email still-there
        start -> paid -${branch}-> thanks
        paid -${branch === 'timeout' ? 'received' : 'timeout'}-> still_there`;

export default {
  valid: [
    email('event.order_number'),
    email('contact.email'),
    email('contact.properties.plan'),
    { name: 'an unknown schema', input: email('event.anything', '') },
    cart('received'),
    {
      name: 'the event came on every way',
      input: `
        start: trigger cart.left
        paid: wait_for_event order.paid
        pro: condition event.plan eq "pro"
        thanks: send_email thanks {"TOTAL": {"var": "wait_events.order.paid.total"}}
        start -> paid -received-> pro -met-> thanks
        pro -not-> thanks`,
    },
    {
      name: 'the wait names the event almost right',
      input: `${cart('received').replace('order.paid for', 'order.payd for')}
        event cart.left
        event order.paid {"total": "number"}`,
    },
    {
      name: 'a path in a property',
      input: email('event.cart.items.count', 'event order.placed {"cart.items": "number"}'),
    },
  ],
  invalid: [
    {
      input: email('event.order_numbr'),
      reports: ['event "order.placed" has no property "order_numbr"'],
    },
    {
      name: 'nothing near',
      input: email('event.colour'),
      reports: ['event "order.placed" has no property "colour"'],
    },
    {
      name: 'without a prefix',
      input: `
        workflow Credits low
        start: trigger credits.low
        nudge: send_email credits-low {"CREDITS": {"var": "credits"}}
        start -> nudge
        event credits.low {"credits": "number"}`,
      reports: ['warning: "credits" has no known prefix'],
    },
    {
      name: 'many without a prefix are one finding',
      input: `
        start: trigger user.created
        pro: condition plan eq "pro"
        hello: send_email hello {"A": {"var": "name"}, "B": {"var": "company"}}
        start -> pro -met-> hello`,
      reports: ['warning: 3 names have no prefix: "plan", "name", "company"'],
    },
    {
      name: 'a misspelt prefix',
      input: email('even.total'),
      reports: ['warning: "even.total" has no known prefix'],
    },
    {
      name: 'fields of the contact',
      input: email('contact.converted'),
      reports: ['warning: "contact.converted" is not a documented field of a contact'],
    },
    {
      name: 'no wait',
      input: email('wait_events.order.paid.total'),
      reports: ['no earlier step waits for the event of "wait_events.order.paid.total"'],
    },
    {
      name: 'several of one awaited event',
      input: `
        start: trigger order.placed
        paid: wait_for_event order.paid for 1 day
        thanks: send_email thanks {"A": {"var": "wait_events.order.paid.total"}, "B": {"var": "wait_events.order.paid.tax"}}
        start -> paid -timeout-> thanks`,
      reports: [
        '2 variables are read only where wait "paid" timed out: "wait_events.order.paid.total", "wait_events.order.paid.tax"',
      ],
    },
    {
      name: 'before the wait',
      input: `
        start: trigger cart.left
        offer: send_email offer {"TOTAL": {"var": "wait_events.order.paid.total"}}
        paid: wait_for_event order.paid for 1 day
        thanks: send_email thanks
        start -> offer -> paid -received-> thanks`,
      reports: ['no earlier step waits for the event of "wait_events.order.paid.total"'],
    },
    {
      name: 'an awaited event in a contact_update',
      input: `
        start: trigger user.created
        u: contact_update {"properties": {"plan": {"var": "wait_events.user.paid.plan"}}}
        start -> u`,
      reports: ['a contact_update cannot write "wait_events.user.paid.plan"'],
    },
    {
      name: 'swapped branches',
      input: cart('timeout'),
      reports: ['"wait_events.order.paid.total" is read only where wait "paid" timed out'],
    },
    {
      name: 'on both branches',
      input: `
        start: trigger cart.left
        paid: wait_for_event order.paid for 1 day
        thanks: send_email thanks {"TOTAL": {"var": "wait_events.order.paid.total"}}
        start -> paid -received-> thanks
        paid -timeout-> thanks`,
      reports: [
        '"wait_events.order.paid.total" may be missing: some contacts come without the event of "paid"',
      ],
    },
  ],
} satisfies RuleCases;
