import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Plan tips
  start: trigger user.created
  pro: condition event.plan eq "pro"
  tips: send_email pro-tips
  start -> pro -met-> tips`,
    {
      input: `
  workflow Upgrade offer
  start: trigger limit.reached
  is_free: condition event.plan eq "free"
  offer: send_email tpl_upgrade
  start -> is_free -met-> offer`,
      name: 'known types',
    },
    {
      name: 'added by option',
      input: `
  workflow Upgrade offer
  a -error-> b`,
      options: { known: ['error'] },
    },
    {
      name: 'unknown step type',
      input: `
  workflow Split
  start: trigger user.created
  split: ab_split {}
  welcome: send_email welcome
  start -> split -met-> welcome`,
    },
    {
      name: 'none given means default',
      input: `
  workflow Upgrade offer
  a -> b`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Plan tips
  start: trigger user.created
  pro: condition event.plan eq "pro"
  tips: send_email pro-tips
  start -> pro -> tips`,
      reports: ['connection from condition "pro" has the type "default" and is never taken'],
    },
    {
      input: `
  workflow Upgrade offer
  start: trigger limit.reached
  is_free: condition event.plan eq "free"
  offer: send_email tpl_upgrade
  start -> is_free -conditon_met-> offer`,
      name: 'unknown type',
      reports: ['connection from condition "is_free" has the unknown type "conditon_met"'],
    },
    {
      name: 'free branches',
      input: `
  workflow Into the trigger
  start: trigger user.created
  one: send_email one
  one -timeout-> start
  workflow Both taken
  start: trigger user.created
  c: condition event.plan eq "pro"
  one: send_email one
  two: send_email two
  three: send_email three
  start -> c -met-> one
  c -not-> two
  c -timeout-> three
  workflow Two wrong
  start: trigger user.created
  c: condition event.plan eq "pro"
  one: send_email one
  two: send_email two
  three: send_email three
  start -> c -met-> one
  c -timeout-> two
  c -timeout-> three
  workflow One free
  start: trigger user.created
  c: condition event.plan eq "pro"
  one: send_email one
  two: send_email two
  start -> c -met-> one
  c -timeout-> two`,
      reports: [
        'connection from send_email "one" has the type "timeout" and is never taken',
        'connection from condition "c" has the type "timeout" and is never taken',
        'connection from condition "c" has the type "timeout" and is never taken, in 2 places',
        'connection from condition "c" has the type "timeout" and is never taken',
      ],
    },
    {
      name: 'blank and odd and from nothing',
      input: {
        'case.json': {
          name: 'A',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            {
              key: 'c',
              type: 'condition',
              config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
            },
            { key: 'a', type: 'send_email', config: { template: { id: 'a' } } },
            { key: 'b', type: 'send_email', config: { template: { id: 'b' } } },
          ],
          connections: [
            { from: 'start', to: 'c' },
            { from: 'c', to: 'a', type: ' ' },
            { from: 'c', to: 'b', type: 'zzz' },
            { from: 'a', to: 'b' },
            { to: 'b', type: 'zzz' },
            { from: 'nobody', to: 'a', type: 'xxx' },
          ],
        },
      },
      reports: [
        'warning: connection from condition "c" has the unknown type " "',
        'warning: connection from condition "c" has the unknown type "zzz"',
        'warning: connection has the unknown type "zzz"',
        'warning: connection has the unknown type "xxx"',
      ],
    },
    {
      name: 'no type where a branch is free',
      input: {
        'case.json': {
          name: 'Reminder',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'order.placed' } },
            {
              key: 'paid',
              type: 'wait_for_event',
              config: { event_name: 'order.paid', timeout: '3 days' },
            },
            { key: 'thanks', type: 'send_email', config: { template: { id: 'thanks' } } },
            { key: 'remind', type: 'send_email', config: { template: { id: 'remind' } } },
          ],
          connections: [
            { from: 'start', to: 'paid' },
            { from: 'paid', to: 'thanks', type: 'event_received' },
            { from: 'paid', to: 'remind' },
          ],
        },
      },
      reports: ['connection from wait_for_event "paid" has no type and is never taken'],
    },
    {
      name: 'branches of the other fork',
      input: `
  workflow Mixed up
  start: trigger user.created
  pro: condition event.plan eq "pro"
  paid: wait_for_event order.paid for 1 day
  a: send_email a
  start -> pro -received-> paid -met-> a`,
      reports: [
        'connection from condition "pro" has the type "event_received" and is never taken',
        'connection from wait_for_event "paid" has the type "condition_met" and is never taken',
      ],
    },
    {
      name: 'of other steps',
      input: `
  workflow Types of other steps
  start: trigger order.paid
  paid: wait_for_event order.sent for 3 days
  sent: send_email sent
  late: send_email late
  again: send_email again
  start -yes-> paid -true-> sent
  paid -timeout-> late
  sent -next-> late
  sent -next-> again`,
      reports: [
        'warning: connection from trigger "start" has the unknown type "yes"',
        'warning: connection from wait_for_event "paid" has the unknown type "true"',
        'connection from send_email "sent" has the unknown type "next", in 2 places',
      ],
    },
  ],
} satisfies RuleCases;
