import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'checked behind the delay',
      input: `
        start: trigger studio.joined
        week: delay 7 days
        no_order: condition contact.properties.orders eq 0
        nudge: send_email first-order
        start -> week -> no_order -met-> nudge`,
    },
    {
      name: 'checked again',
      input: `
        start: trigger studio.joined
        no_order: condition contact.properties.orders eq 0
        week: delay 7 days
        still: condition contact.properties.orders eq 0
        nudge: send_email first-order
        start -> no_order -met-> week -> still -met-> nudge`,
    },
    {
      name: 'data of the event do not change',
      input: `
        start: trigger studio.joined
        pro: condition event.plan eq "pro"
        week: delay 7 days
        nudge: send_email first-order
        start -> pro -met-> week -> nudge`,
    },
    {
      name: 'both branches lead to the email',
      input: `
        start: trigger studio.joined
        pro: condition contact.properties.orders eq 0
        add: add_to_segment new
        week: delay 7 days
        nudge: send_email first-order
        start -> pro -met-> add -> week -> nudge
        pro -not-> week`,
    },
    {
      name: 'some hours',
      input: `
        start: trigger studio.joined
        no_order: condition contact.properties.orders eq 0
        pause: delay 3 hours
        nudge: send_email first-order
        start -> no_order -met-> pause -> nudge`,
    },
  ],
  invalid: [
    {
      input: `
        workflow First glaze
        start: trigger studio.joined
        no_order: condition contact.properties.orders eq 0
        week: delay 7 days
        nudge: send_email first-order
        thanks: send_email thanks-for-ordering
        start -> no_order -met-> week -> nudge
        no_order -not-> thanks`,
      reports: ['condition "no_order" is checked 7 days before "nudge"'],
    },
  ],
} satisfies RuleCases;
