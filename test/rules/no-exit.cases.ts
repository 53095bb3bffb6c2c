import type { RuleCases } from '../cases.ts';

const BASKET = `
        workflow Left in the basket
        start: trigger kiln.basket_left
        d1: delay 3 hours
        one: send_email basket-1
        d2: delay 21 hours
        two: send_email basket-2
        d3: delay 1 day
        three: send_email basket-3
        start -> d1 -> one -> d2 -> two -> d3 -> three`;

export default {
  valid: [
    `
      workflow Nurture
      start: trigger lead.created
      mail_1: send_email a
      bought_1: wait_for_event order.placed for 2 days
      mail_2: send_email b
      bought_2: wait_for_event order.placed for 3 days
      mail_3: send_email c
      start -> mail_1 -> bought_1 -timeout-> mail_2 -> bought_2 -timeout-> mail_3`,
    {
      name: 'the order is awaited',
      input: `
        start: trigger kiln.basket_left
        bought: wait_for_event kiln.order_placed for 3 hours
        one: send_email basket-1
        start -> bought -timeout-> one
        event kiln.order_placed`,
    },
    {
      name: 'a property of the contact is asked before the email',
      input: `
        start: trigger kiln.basket_left
        d1: delay 3 hours
        bought: condition contact.properties.orders eq 0
        one: send_email basket-1
        start -> d1 -> bought -met-> one
        event kiln.order_placed`,
    },
    {
      name: 'no event of the account ends it',
      input: `
        start: trigger kiln.basket_left
        d1: delay 3 hours
        one: send_email basket-1
        start -> d1 -> one
        event kiln.glaze_viewed`,
    },
  ],
  invalid: [
    {
      input: `${BASKET}
        event kiln.basket_left
        event kiln.order_placed`,
      reports: ['"kiln.order_placed" does not end the emails up to "three"'],
    },
    {
      name: 'a trial that became a subscription',
      input: `
        start: trigger acme.trial_started
        pause: delay 10 days
        last: send_email last-call
        start -> pause -> last
        workflow Thanks
        start: trigger acme.subscription.started
        thanks: send_email thanks
        start -> thanks`,
      reports: ['"acme.subscription.started" does not end the emails up to "last"'],
    },
    {
      name: 'three emails that no answer ends',
      input: `
        workflow Nurture
        start: trigger lead.created
        mail_1: send_email a
        pause_1: delay 2 days
        mail_2: send_email b
        pause_2: delay 3 days
        mail_3: send_email c
        pause_3: delay 3 days
        mail_4: send_email d
        start -> mail_1 -> pause_1 -> mail_2 -> pause_2 -> mail_3 -> pause_3 -> mail_4`,
      reports: ['info: nothing ends the 4 emails from "mail_1" to "mail_4"'],
    },
  ],
} satisfies RuleCases;
