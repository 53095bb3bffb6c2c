import type { RuleCases } from '../cases.ts';

const both = (...rules: readonly string[]): string => `
        start: trigger invoice.paid
        ask: condition ${JSON.stringify({
          type: 'and',
          rules: rules.map((rule) => {
            const [field, operator, value] = rule.split(' ');
            return { type: 'rule', field, operator, value: JSON.parse(value ?? 'null') };
          }),
        })}
        yes: send_email a
        no: send_email b
        start -> ask -met-> yes
        ask -not-> no`;

export default {
  valid: [
    `
      workflow Upgrade offers
      start: trigger invoice.paid
      is_free: condition event.plan eq "free"
      try_pro: send_email try-pro
      is_pro: condition event.total gte 100
      thank_you: send_email thank-you
      start -> is_free -met-> try_pro -> is_pro -met-> thank_you`,
    both('event.total gt 5', 'event.total lt 10'),
    { name: '5 and "5" may be equal', input: both('event.total eq 5', 'event.total eq "5"') },
    {
      name: 'a contact may change while it waits',
      input: `
        start: trigger user.created
        free: condition contact.properties.plan eq "free"
        pause: delay 1 day
        pro: condition contact.properties.plan eq "pro"
        thanks: send_email thanks
        start -> free -met-> pause -> pro -met-> thanks`,
    },
    {
      name: 'a contact may change after the workflow wrote it',
      input: `
        start: trigger user.created
        write: contact_update {"properties": {"plan": "pro"}}
        pause: delay 3 days
        free: condition contact.properties.plan eq "free"
        yes: send_email a
        start -> write -> pause -> free -met-> yes`,
    },
    {
      name: 'data of another event',
      input: `
        start: trigger user.created
        free: condition event.plan eq "free"
        paid: wait_for_event order.paid for 1 day
        pro: condition wait_events.order.paid.plan eq "pro"
        thanks: send_email thanks
        start -> free -met-> paid -received-> pro -met-> thanks`,
    },
  ],
  invalid: [
    {
      name: 'by two earlier steps',
      input: `
        start: trigger points.changed
        some: condition event.points gt 0
        gold: condition event.points gte 1000
        offer: send_email gold-offer
        below: condition event.points lt 1000
        silver: send_email silver-offer
        nothing: send_email nothing-yet
        start -> some -met-> gold -met-> offer
        gold -not-> below -met-> silver
        below -not-> nothing`,
      reports: ['condition "below" is always true: its branch to "nothing" is never taken'],
    },
    {
      input: `
        workflow Upgrade offers
        start: trigger invoice.paid
        is_free: condition event.plan eq "free"
        try_pro: send_email try-pro
        is_pro: condition event.plan eq "pro"
        thank_you: send_email thank-you
        start -> is_free -met-> try_pro -> is_pro -met-> thank_you`,
      reports: ['condition "is_pro" is never true: its branch to "thank_you" is never taken'],
    },
    {
      name: 'always true after the other answer',
      input: `
        start: trigger invoice.paid
        small: condition event.plan eq "free"
        yes: send_email a
        again: condition event.plan neq "pro"
        no: send_email b
        start -> small -met-> again -met-> yes
        again -not-> no`,
      reports: ['condition "again" is always true: its branch to "no" is never taken'],
    },
    {
      name: 'two comparisons that contradict each other',
      input: both('event.total gt 10', 'event.total lt 5'),
      reports: ['condition "ask" is never true: its branch to "yes" is never taken'],
    },
    {
      name: 'beside another field',
      input: both('event.plan eq "a"', 'event.total gt 1', 'event.plan eq "b"'),
      reports: ['condition "ask" is never true: its branch to "yes" is never taken'],
    },
    {
      name: 'after one that does not decide it',
      input: `
        start: trigger points.changed
        some: condition event.points gt 0
        gold: condition event.points gte 1000
        more: condition event.points gte 500
        offer: send_email gold-offer
        less: send_email less
        start -> some -met-> gold -met-> more -met-> offer
        more -not-> less`,
      reports: ['condition "more" is always true: its branch to "less" is never taken'],
    },
    {
      name: 'after one, impossible by itself',
      input: `
        start: trigger points.changed
        some: condition event.points gt 0
        both: condition ${JSON.stringify({
          type: 'and',
          rules: [
            { type: 'rule', field: 'event.points', operator: 'gt', value: 10 },
            { type: 'rule', field: 'event.points', operator: 'lt', value: 5 },
          ],
        })}
        offer: send_email gold-offer
        start -> some -met-> both -met-> offer`,
      reports: ['condition "both" is never true: its branch to "offer" is never taken'],
    },
    {
      name: 'a field that the workflow wrote',
      input: `
        start: trigger user.created
        write: contact_update {"properties": {"plan": "pro"}}
        free: condition contact.properties.plan eq "free"
        yes: send_email a
        start -> write -> free -met-> yes`,
      reports: ['condition "free" is never true: its branch to "yes" is never taken'],
    },
  ],
} satisfies RuleCases;
