import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      workflow Goodbye
      start: trigger user.deleted
      farewell: send_email farewell
      remove: contact_delete
      start -> farewell -> remove`,
    {
      name: 'another way leads to the step',
      input: `
        start: trigger user.left
        asked: condition event.erase eq true
        remove: contact_delete
        farewell: send_email farewell
        start -> asked -met-> remove -> farewell
        asked -not-> farewell`,
    },
    `
      workflow Goodbye
      start: trigger user.left
      goodbye: send_email tpl_goodbye
      leave: contact_update {"unsubscribed": true}
      start -> goodbye -> leave`,
    {
      name: 'unsubscribed contacts are asked for, and others',
      input: `
        start: trigger user.created
        left: condition contact.unsubscribed eq false
        hello: send_email hello
        tips: send_email tips
        start -> left -met-> hello -> tips
        left -not-> tips`,
    },
    {
      name: 'subscribed again',
      input: `
        start: trigger user.left
        leave: contact_update {"unsubscribed": true}
        back: contact_update {"unsubscribed": false}
        goodbye: send_email goodbye
        start -> leave -> back -> goodbye`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Goodbye
        start: trigger user.deleted
        remove: contact_delete
        farewell: send_email farewell
        start -> remove -> farewell`,
      reports: ['unreachable: contact_delete "remove" ends the run before send_email "farewell"'],
    },
    {
      name: 'several steps',
      input: `
        start: trigger user.deleted
        remove: contact_delete
        pause: delay 1 day
        farewell: send_email farewell
        start -> remove -> pause -> farewell`,
      reports: ['unreachable: contact_delete "remove" ends the run before 2 steps'],
    },
    {
      name: 'only deletions',
      input: `
        start: trigger user.deleted
        remove: contact_delete
        again: contact_delete
        start -> remove -> again`,
      reports: ['unreachable: contact_delete "remove" ends the run before contact_delete "again"'],
    },
    {
      name: 'unsubscribed on every way',
      input: `
        workflow Goodbye
        start: trigger user.left
        leave: contact_update {"unsubscribed": true}
        goodbye: send_email tpl_goodbye
        start -> leave -> goodbye`,
      reports: [
        'warning: send_email "goodbye" is sent only after "leave" unsubscribes the contact',
      ],
    },
    {
      name: 'the branch of unsubscribed contacts',
      input: `
        start: trigger user.created
        left: condition contact.unsubscribed eq true
        hello: send_email hello
        start -> left -met-> hello`,
      reports: ['warning: send_email "hello" is never sent: "left" selects unsubscribed contacts'],
    },
  ],
} satisfies RuleCases;
