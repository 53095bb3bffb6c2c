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
      reports: ['warning: "duration" of delay "pause" may mean minutes or months: "5m"'],
    },
    {
      name: 'texts',
      input: {
        'case.json': {
          object: 'automation',
          id: '9fee97d5-572d-5f7f-b9d2-74307aa7880e',
          name: 'Abandoned cart',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'cart.left' } },
            { key: 'pause_1', type: 'delay', config: { duration: '' } },
            { key: 'pause_2', type: 'delay', config: { duration: '   ' } },
            { key: 'pause_3', type: 'delay', config: { duration: '0 days' } },
            { key: 'pause_4', type: 'delay', config: { duration: '-2 days' } },
            { key: 'pause_5', type: 'delay', config: { duration: '3 dasy' } },
            { key: 'pause_6', type: 'delay', config: { duration: '3 fortnights' } },
            { key: 'pause_7', type: 'delay', config: { duration: 'one day' } },
            { key: 'pause_8', type: 'delay', config: { duration: 'an hour' } },
            { key: 'pause_9', type: 'delay', config: { duration: 'P3D' } },
            { key: 'pause_10', type: 'delay', config: { duration: 'PT30M' } },
            { key: 'pause_11', type: 'delay', config: { duration: 'PT1H30M' } },
            { key: 'pause_12', type: 'delay', config: { duration: 'tomorrow' } },
            { key: 'pause_13', type: 'delay', config: { duration: '3 days 5' } },
            { key: 'pause_14', type: 'delay', config: { duration: '1e3 minutes' } },
            { key: 'pause_15', type: 'delay', config: { duration: 'P0D' } },
            { key: 'pause_16', type: 'delay', config: { duration: '0' } },
            { key: 'pause_17', type: 'delay', config: { duration: '-7' } },
            { key: 'pause_18', type: 'delay', config: { duration: 'ten' } },
            { key: 'pause_19', type: 'delay', config: { duration: '15 mnts' } },
            { key: 'pause_20', type: 'delay', config: { duration: '1,5 hours' } },
            { key: 'mail', type: 'send_email', config: { template: { id: 'your-cart' } } },
          ],
          connections: [
            { from: 'start', to: 'pause_1', type: 'default' },
            { from: 'pause_1', to: 'pause_2', type: 'default' },
            { from: 'pause_2', to: 'pause_3', type: 'default' },
            { from: 'pause_3', to: 'pause_4', type: 'default' },
            { from: 'pause_4', to: 'pause_5', type: 'default' },
            { from: 'pause_5', to: 'pause_6', type: 'default' },
            { from: 'pause_6', to: 'pause_7', type: 'default' },
            { from: 'pause_7', to: 'pause_8', type: 'default' },
            { from: 'pause_8', to: 'pause_9', type: 'default' },
            { from: 'pause_9', to: 'pause_10', type: 'default' },
            { from: 'pause_10', to: 'pause_11', type: 'default' },
            { from: 'pause_11', to: 'pause_12', type: 'default' },
            { from: 'pause_12', to: 'pause_13', type: 'default' },
            { from: 'pause_13', to: 'pause_14', type: 'default' },
            { from: 'pause_14', to: 'pause_15', type: 'default' },
            { from: 'pause_15', to: 'pause_16', type: 'default' },
            { from: 'pause_16', to: 'pause_17', type: 'default' },
            { from: 'pause_17', to: 'pause_18', type: 'default' },
            { from: 'pause_18', to: 'pause_19', type: 'default' },
            { from: 'pause_19', to: 'pause_20', type: 'default' },
            { from: 'pause_20', to: 'mail', type: 'default' },
          ],
        },
      },
      reports: [
        '"duration" of delay "pause_1" is blank',
        '"duration" of delay "pause_2" is blank',
        '"duration" of delay "pause_3" is zero',
        '"duration" of delay "pause_4" is negative: -2 days',
        '"duration" of delay "pause_5" has the unknown unit "dasy"',
        '"duration" of delay "pause_6" has the unknown unit "fortnights"',
        '"duration" of delay "pause_7" is an invalid duration: "one day"',
        '"duration" of delay "pause_8" is an invalid duration: "an hour"',
        '"duration" of delay "pause_9" is an invalid duration: "P3D"',
        '"duration" of delay "pause_10" is an invalid duration: "PT30M"',
        '"duration" of delay "pause_11" is an invalid duration: "PT1H30M"',
        '"duration" of delay "pause_12" is an invalid duration: "tomorrow"',
        '"duration" of delay "pause_13" is an invalid duration: "3 days 5"',
        '"duration" of delay "pause_14" has the unknown unit "e"',
        '"duration" of delay "pause_15" is an invalid duration: "P0D"',
        '"duration" of delay "pause_16" is zero',
        '"duration" of delay "pause_17" is negative: -7',
        '"duration" of delay "pause_18" is an invalid duration: "ten"',
        '"duration" of delay "pause_19" has the unknown unit "mnts"',
        '"duration" of delay "pause_20" is an invalid duration: "1,5 hours"',
      ],
    },
    {
      name: 'milliseconds in todays form',
      input: `
  workflow Trial
  start: trigger user.created
  two_weeks: delay {"duration":1209600000}
  three_days: delay 259200000 ms
  odd: delay 1500 ms
  too_long: delay {"duration":99999999999}
  months: delay 2000 weeeks
  tips: send_email tips
  start -> two_weeks -> three_days -> odd -> too_long -> months -> tips`,
      reports: [
        '"duration" of delay "two_weeks" is the number 1209600000, not a string such as "3 days"',
        '"duration" of delay "three_days" has the unknown unit "ms"',
        '"duration" of delay "odd" has the unknown unit "ms"',
        '"duration" of delay "too_long" is the number 99999999999, not a string such as "3 days"',
        '"duration" of delay "months" has the unknown unit "weeeks"',
      ],
    },
    {
      name: 'seconds alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '9fee97d5-572d-5f7f-b9d2-74307aa7880e',
          name: 'Abandoned cart',
          status: 'enabled',
          steps: [
            { id: 'start', type: 'trigger', config: { event_name: 'cart.left' } },
            { id: 'pause_1', type: 'delay', config: { seconds: 0 } },
            { id: 'pause_2', type: 'delay', config: { seconds: -60 } },
            { id: 'pause_3', type: 'delay', config: { seconds: '3600' } },
            { id: 'pause_4', type: 'delay', config: { seconds: '2 days' } },
            { id: 'pause_5', type: 'delay', config: { seconds: 'later' } },
            { id: 'pause_6', type: 'delay', config: { seconds: '' } },
            { id: 'pause_7', type: 'delay', config: { seconds: null } },
            { id: 'pause_8', type: 'delay', config: { seconds: true } },
            { id: 'pause_9', type: 'delay', config: { seconds: [60] } },
            { id: 'pause_10', type: 'delay', config: { seconds: { n: 1 } } },
            { id: 'mail', type: 'send_email', config: { template: { id: 'your-cart' } } },
          ],
          edges: [
            { id: 'e1', from_step_id: 'start', to_step_id: 'pause_1', edge_type: 'default' },
            { id: 'e2', from_step_id: 'pause_1', to_step_id: 'pause_2', edge_type: 'default' },
            { id: 'e3', from_step_id: 'pause_2', to_step_id: 'pause_3', edge_type: 'default' },
            { id: 'e4', from_step_id: 'pause_3', to_step_id: 'pause_4', edge_type: 'default' },
            { id: 'e5', from_step_id: 'pause_4', to_step_id: 'pause_5', edge_type: 'default' },
            { id: 'e6', from_step_id: 'pause_5', to_step_id: 'pause_6', edge_type: 'default' },
            { id: 'e7', from_step_id: 'pause_6', to_step_id: 'pause_7', edge_type: 'default' },
            { id: 'e8', from_step_id: 'pause_7', to_step_id: 'pause_8', edge_type: 'default' },
            { id: 'e9', from_step_id: 'pause_8', to_step_id: 'pause_9', edge_type: 'default' },
            { id: 'e10', from_step_id: 'pause_9', to_step_id: 'pause_10', edge_type: 'default' },
            { id: 'e11', from_step_id: 'pause_10', to_step_id: 'mail', edge_type: 'default' },
          ],
        },
      },
      reports: [
        '"seconds" of delay "pause_1" is zero',
        '"seconds" of delay "pause_2" is negative: -60',
        '"seconds" of delay "pause_3" is the string "3600", not a number of seconds',
        '"seconds" of delay "pause_4" is the string "2 days", not a number of seconds',
        '"seconds" of delay "pause_5" is the string "later", not a number of seconds',
        '"seconds" of delay "pause_6" is the string "", not a number of seconds',
        '"seconds" of delay "pause_7" is null, not a number of seconds',
        '"seconds" of delay "pause_8" is true, not a number of seconds',
        '"seconds" of delay "pause_9" is an array, not a number of seconds',
        '"seconds" of delay "pause_10" is an object, not a number of seconds',
      ],
    },
    {
      name: 'timeouts',
      input: {
        'case.json': {
          object: 'automation',
          id: '9fee97d5-572d-5f7f-b9d2-74307aa7880e',
          name: 'Abandoned cart',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'cart.left' } },
            {
              key: 'pause_1',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout: 'never' },
            },
            {
              key: 'pause_2',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout: 3 },
            },
            {
              key: 'pause_3',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout: '0 minutes' },
            },
            {
              key: 'pause_4',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout_seconds: '60' },
            },
            {
              key: 'pause_5',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout_seconds: -1 },
            },
            {
              key: 'pause_6',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeoutSeconds: 0 },
            },
            {
              key: 'pause_7',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout: false },
            },
            { key: 'mail', type: 'send_email', config: { template: { id: 'your-cart' } } },
          ],
          connections: [
            { from: 'start', to: 'pause_1', type: 'default' },
            { from: 'pause_1', to: 'pause_2', type: 'timeout' },
            { from: 'pause_2', to: 'pause_3', type: 'timeout' },
            { from: 'pause_3', to: 'pause_4', type: 'timeout' },
            { from: 'pause_4', to: 'pause_5', type: 'timeout' },
            { from: 'pause_5', to: 'pause_6', type: 'timeout' },
            { from: 'pause_6', to: 'pause_7', type: 'timeout' },
            { from: 'pause_7', to: 'mail', type: 'timeout' },
          ],
        },
      },
      reports: [
        '"timeout" of wait_for_event "pause_1" is an invalid duration: "never"',
        '"timeout" of wait_for_event "pause_2" is the number 3, not a string such as "3 days"',
        '"timeout" of wait_for_event "pause_3" is zero',
        '"timeout_seconds" of wait_for_event "pause_4" is the string "60", not a number of seconds',
        '"timeout_seconds" of wait_for_event "pause_5" is negative: -1',
        '"timeout_seconds" of wait_for_event "pause_6" is zero',
        '"timeout" of wait_for_event "pause_7" is false, not a string such as "3 days"',
      ],
    },
    {
      name: 'numbers with units',
      input: `
  workflow Delays
  start: trigger user.created
  d1: delay {"duration":3,"unit":"days"}
  d2: delay {"duration":3,"unit":5}
  d3: delay {"duration":90061,"unit":"x"}
  d4: delay {"duration":5000000}
  d5: delay {"duration":31}
  d6: delay {"duration":30}
  bye: send_email bye
  start -> d1 -> d2 -> d3 -> d4 -> d5 -> d6 -> bye`,
      reports: [
        '"duration" of delay "d1" is the number 3, not a string such as "3 days"',
        '"duration" of delay "d2" is the number 3, not a string such as "3 days"',
        '"duration" of delay "d3" is the number 90061, not a string such as "3 days"',
        '"duration" of delay "d4" is the number 5000000, not a string such as "3 days"',
        '"duration" of delay "d5" is the number 31, not a string such as "3 days"',
        '"duration" of delay "d6" is the number 30, not a string such as "3 days"',
      ],
    },
    {
      name: 'milliseconds alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '9fee97d5-572d-5f7f-b9d2-74307aa7880e',
          name: 'Abandoned cart',
          status: 'enabled',
          steps: [
            { id: 'start', type: 'trigger', config: { event_name: 'cart.left' } },
            { id: 'pause_1', type: 'delay', config: { seconds: 172800000 } },
            { id: 'pause_2', type: 'delay', config: { seconds: 3600000 } },
            { id: 'pause_3', type: 'delay', config: { seconds: 60000000000 } },
            { id: 'pause_4', type: 'delay', config: { seconds: 2592001 } },
            { id: 'mail', type: 'send_email', config: { template: { id: 'your-cart' } } },
          ],
          edges: [
            { id: 'e1', from_step_id: 'start', to_step_id: 'pause_1', edge_type: 'default' },
            { id: 'e2', from_step_id: 'pause_1', to_step_id: 'pause_2', edge_type: 'default' },
            { id: 'e3', from_step_id: 'pause_2', to_step_id: 'pause_3', edge_type: 'default' },
            { id: 'e4', from_step_id: 'pause_3', to_step_id: 'pause_4', edge_type: 'default' },
            { id: 'e5', from_step_id: 'pause_4', to_step_id: 'mail', edge_type: 'default' },
          ],
        },
      },
      reports: [
        '"seconds" of delay "pause_1" is 2000 days (limit: 30 days)',
        '"seconds" of delay "pause_2" is 41 days 16 hours (limit: 30 days)',
        '"seconds" of delay "pause_3" is over 1000 years (limit: 30 days)',
        '"seconds" of delay "pause_4" is 30 days 1 second (limit: 30 days)',
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
        '"duration" of delay "pause_1" is 15 days (limit: 14 days)',
        '"seconds" of delay "pause_3" is 14 days 1 second (limit: 14 days)',
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
  workflow Abandoned cart
  start: trigger cart.left
  pause_1: delay 30s
  pause_2: delay 1 sec
  pause_3: delay 10 min
  pause_4: delay 1h
  pause_5: delay 2 hrs
  pause_6: delay 3d
  pause_7: delay 1w
  pause_8: delay 2 wks
  pause_9: delay 1mo
  pause_10: delay 1y
  pause_11: delay 1d12h
  pause_12: delay 1 day 6h
  pause_13: delay 1 min
  mail: send_email your-cart
  start -> pause_1 -> pause_2 -> pause_3 -> pause_4 -> pause_5 -> pause_6 -> pause_7 -> pause_8 -> pause_9 -> pause_10 -> pause_11 -> pause_12 -> pause_13 -> mail`,
      reports: [
        'warning: "duration" of delay "pause_1" has an abbreviated unit: "30s"',
        'warning: "duration" of delay "pause_2" has an abbreviated unit: "1 sec"',
        'warning: "duration" of delay "pause_3" has an abbreviated unit: "10 min"',
        'warning: "duration" of delay "pause_4" has an abbreviated unit: "1h"',
        'warning: "duration" of delay "pause_5" has an abbreviated unit: "2 hrs"',
        'warning: "duration" of delay "pause_6" has an abbreviated unit: "3d"',
        'warning: "duration" of delay "pause_7" has an abbreviated unit: "1w"',
        'warning: "duration" of delay "pause_8" has an abbreviated unit: "2 wks"',
        'warning: "duration" of delay "pause_9" has an abbreviated unit: "1mo"',
        '"duration" of delay "pause_10" is 365 days (limit: 30 days)',
        'warning: "duration" of delay "pause_11" has an abbreviated unit: "1d12h"',
        'warning: "duration" of delay "pause_12" has an abbreviated unit: "1 day 6h"',
        'warning: "duration" of delay "pause_13" has an abbreviated unit: "1 min"',
      ],
    },
  ],
} satisfies RuleCases;
