import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      workflow Trial tips
      start: trigger trial.started
      is_team: condition event.seats gt 1
      team_tips: send_email team_tips
      solo_tips: send_email solo_tips
      start -> is_team -met-> team_tips
      is_team -not-> solo_tips`,
    {
      name: 'one branch',
      input: `
        start: trigger trial.started
        is_team: condition event.seats gt 1
        tips: send_email tips
        start -> is_team -met-> tips`,
    },
    {
      name: 'a wait: it only delays',
      input: `
        start: trigger trial.started
        paid: wait_for_event order.paid for 2 days
        tips: send_email tips
        start -> paid -received-> tips
        paid -timeout-> tips`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Trial tips
        start: trigger trial.started
        is_team: condition event.seats gt 1
        team_tips: send_email team_tips
        start -> is_team -met-> team_tips
        is_team -not-> team_tips`,
      reports: ['both branches of condition "is_team" lead to the same step "team_tips"'],
    },
  ],
} satisfies RuleCases;
