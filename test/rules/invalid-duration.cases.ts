import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause: delay 1 hour
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'invalid delay',
    },
    {
      input: `
  workflow Winback
  start: trigger cart.left
  pause: delay 30 days
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'excessive delay',
    },
    {
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause: delay 5 minutes
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'unclear duration',
    },
  ],
  invalid: [
    {
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause: delay 3 dyas
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'invalid delay',
      reports: ['"duration" of delay "pause" has the unknown unit "dyas"'],
    },
    {
      input: `
  workflow Winback
  start: trigger cart.left
  pause: delay {"seconds":259200000}
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'excessive delay',
      reports: ['"seconds" of delay "pause" is 3000 days (limit: 30 days)'],
    },
    {
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause: delay 5m
  mail: send_email your-cart
  start -> pause -> mail`,
      name: 'unclear duration',
      reports: ['warning: "duration" of delay "pause" has an abbreviated unit: "5m"'],
    },
    {
      name: 'texts',
      input: `
  start: trigger user.created
  d1: delay {"duration":" "}
  d2: delay 0 days
  d3: delay -2 days
  d4: delay 3 dasy
  d5: delay one day
  d6: delay PT1H30M
  d7: delay 3 days 5
  d8: delay {"duration":3}
  d9: delay {"duration":3,"unit":"days"}
  bye: send_email bye
  start -> d1 -> d2 -> d3 -> d4 -> d5 -> d6 -> d7 -> d8 -> d9 -> bye`,
      reports: [
        '"duration" of delay "d1" is not a valid duration: the string " "',
        '"duration" of delay "d2" is zero',
        '"duration" of delay "d3" is not a valid duration: the string "-2 days"',
        '"duration" of delay "d4" has the unknown unit "dasy"',
        '"duration" of delay "d5" is not a valid duration: the string "one day"',
        '"duration" of delay "d6" is not a valid duration: the string "PT1H30M"',
        '"duration" of delay "d7" is not a valid duration: the string "3 days 5"',
        '"duration" of delay "d8" is not a valid duration: the number 3',
        '"duration" of delay "d9" is not a valid duration: the number 3',
      ],
    },
    {
      name: 'seconds',
      input: `
  start: trigger user.created
  d1: delay {"seconds":0}
  d2: delay {"seconds":-60}
  d3: delay {"seconds":"3600"}
  d4: delay {"seconds":"2 days"}
  d5: delay {"seconds":null}
  bye: send_email bye
  start -> d1 -> d2 -> d3 -> d4 -> d5 -> bye`,
      reports: [
        '"seconds" of delay "d1" is zero',
        '"seconds" of delay "d2" is not a valid duration: the number -60',
        '"seconds" of delay "d3" is not a valid duration: the string "3600"',
        '"seconds" of delay "d4" is not a valid duration: the string "2 days"',
        '"seconds" of delay "d5" is not a valid duration: null',
      ],
    },
    {
      name: 'timeouts',
      input: `
  start: trigger user.created
  never: wait_for_event order.paid for never
  short: wait_for_event {"event_name":"order.paid","timeout_seconds":"60"}
  bye: send_email bye
  start -> never -timeout-> short -timeout-> bye`,
      reports: [
        '"timeout" of wait_for_event "never" is not a valid duration: the string "never"',
        '"timeout_seconds" of wait_for_event "short" is not a valid duration: the string "60"',
      ],
    },
    {
      name: 'above the limit',
      input: `
  start: trigger user.created
  d1: delay {"seconds":172800000}
  d2: delay {"seconds":60000000000}
  d3: delay {"seconds":2592001}
  d4: delay 1y
  bye: send_email bye
  start -> d1 -> d2 -> d3 -> d4 -> bye`,
      reports: [
        '"seconds" of delay "d1" is 2000 days (limit: 30 days)',
        '"seconds" of delay "d2" is 694444 days 10 hours (limit: 30 days)',
        '"seconds" of delay "d3" is 30 days 1 second (limit: 30 days)',
        '"duration" of delay "d4" is 365 days (limit: 30 days)',
      ],
    },
    {
      name: 'own limit',
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause_1: delay 15 days
  pause_2: delay 14 days
  pause_3: delay {"seconds":1209601}
  mail: send_email your-cart
  start -> pause_1 -> pause_2 -> pause_3 -> mail`,
      options: { max: '2 weeks' },
      reports: [
        '"duration" of delay "pause_1" is 15 days (limit: 2 weeks)',
        '"seconds" of delay "pause_3" is 14 days 1 second (limit: 2 weeks)',
      ],
    },
    {
      name: 'bare numbers',
      input: `
  workflow Abandoned cart
  start: trigger cart.left
  pause_1: delay 5
  pause_2: delay 1
  pause_3: delay 86400
  pause_4: delay 1.5
  mail: send_email your-cart
  start -> pause_1 -> pause_2 -> pause_3 -> pause_4 -> mail`,
      reports: [
        'warning: "duration" of delay "pause_1" has no unit: "5"',
        'warning: "duration" of delay "pause_2" has no unit: "1"',
        'warning: "duration" of delay "pause_3" has no unit: "86400"',
        'warning: "duration" of delay "pause_4" has no unit: "1.5"',
      ],
    },
    {
      name: 'short forms',
      input: `
  start: trigger user.created
  d1: delay 30s
  d2: delay 1h
  d3: delay 2 hrs
  d4: delay 1mo
  d5: delay 1 day 6h
  d6: delay 1 min
  bye: send_email bye
  start -> d1 -> d2 -> d3 -> d4 -> d5 -> d6 -> bye`,
      reports: [
        'warning: "duration" of delay "d1" has an abbreviated unit: "30s"',
        'warning: "duration" of delay "d2" has an abbreviated unit: "1h"',
        'warning: "duration" of delay "d3" has an abbreviated unit: "2 hrs"',
        'warning: "duration" of delay "d4" has an abbreviated unit: "1mo"',
        'warning: "duration" of delay "d5" has an abbreviated unit: "1 day 6h"',
        'warning: "duration" of delay "d6" has an abbreviated unit: "1 min"',
      ],
    },
  ],
} satisfies RuleCases;
