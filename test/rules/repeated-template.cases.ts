import type { RuleCases } from '../cases.ts';

const WELCOME = `
        workflow Welcome
        start: trigger user.created
        hello: send_email welcome
        pause: delay 2 days
        tips: send_email first-tips
        start -> hello -> pause -> tips`;

export default {
  valid: [
    `
      workflow Course
      start: trigger course.joined
      lesson_1: send_email lesson-1
      pause: delay 2 days
      lesson_2: send_email lesson-2
      start -> lesson_1 -> pause -> lesson_2`,
    {
      name: 'on two branches',
      input: `
        start: trigger user.created
        pro: condition event.plan eq "pro"
        one: send_email a
        pause: delay 1 day
        two: send_email a
        start -> pro -met-> one
        pro -not-> pause -> two`,
    },
    `${WELCOME}
        workflow Trial
        start: trigger user.created
        pause: delay 3 days
        trial_tips: send_email trial-tips
        start -> pause -> trial_tips`,
    `${WELCOME}
        workflow Welcome, old disabled
        start: trigger user.invited
        hello: send_email welcome
        start -> hello`,
    {
      name: 'a placeholder is no template',
      input: `
        start: trigger user.created
        one: send_email tpl_xxxxxxxxx
        pause: delay 1 day
        two: send_email tpl_xxxxxxxxx
        start -> one -> pause -> two`,
    },
    {
      name: 'two versions of one workflow',
      input: Object.fromEntries(
        ['1 day', '2 days'].map((duration) => [
          `${duration}.json`,
          {
            object: 'automation',
            id: '5f0d9b34-63a1-4b1b-8f9a-0c2c7a6be001',
            name: 'Trial',
            status: 'enabled',
            steps: [
              { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
              { key: 'pause', type: 'delay', config: { duration } },
              { key: 'tips', type: 'send_email', config: { template: { id: 'tips' } } },
            ],
            connections: [
              { from: 'start', to: 'pause', type: 'default' },
              { from: 'pause', to: 'tips', type: 'default' },
            ],
          },
        ]),
      ),
    },
  ],
  invalid: [
    {
      input: `
        workflow Course
        start: trigger course.joined
        lesson_1: send_email lesson-1
        pause: delay 2 days
        lesson_2: send_email lesson-1
        start -> lesson_1 -> pause -> lesson_2`,
      reports: ['send_email "lesson_2" sends template "lesson-1" again, after "lesson_1"'],
    },
    {
      name: 'in one case, which is named',
      input: `
        start: trigger user.created
        one: send_email a
        pro: condition event.plan eq "pro"
        two: send_email a
        start -> one -> pro -met-> two`,
      reports: [
        'send_email "two" sends template "a" again, after "one", if condition "pro" is met',
      ],
    },
    {
      name: 'in two workflows on one event',
      input: `${WELCOME}
        workflow Trial
        start: trigger user.created
        pause: delay 3 days
        trial_tips: send_email first-tips
        start -> pause -> trial_tips`,
      reports: ['workflow "Welcome" also sends template "first-tips" on the event'],
    },
    {
      name: 'by its alias and by its id, whatever the plan',
      input: `
        workflow Welcome
        start: trigger user.created
        hello: send_email welcome
        start -> hello
        workflow Plans
        start: trigger user.created
        pro: condition event.plan eq "pro"
        pause: delay 1 day
        again: send_email 1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21
        start -> pro -met-> again
        pro -not-> pause -> again
        templates [{"id": "1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21", "alias": "welcome"}]`,
      reports: [
        'workflow "Welcome" also sends template "1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21" on the event',
      ],
    },
    {
      name: 'a disabled copy that may be enabled again',
      input: `${WELCOME}
        workflow Welcome, old disabled
        start: trigger user.created
        pause: delay 1 hour
        hello: send_email welcome
        start -> pause -> hello`,
      reports: ['info: enabled workflow "Welcome" also sends template "welcome" on the event'],
    },
  ],
} satisfies RuleCases;
