import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Course mails
  start: trigger course.bought
  lesson_1: send_email tpl_lesson_1
  wait: delay 1 day
  lesson_2: send_email tpl_lesson_2
  start -> lesson_1 -> wait -> lesson_2`,
    {
      name: 'case matters',
      input: `
  workflow Course mails
  Start: trigger course.bought
  start: send_email tpl_1`,
    },
    {
      name: 'same ref but other id',
      input: {
        'case.json': {
          name: 'Course mails',
          steps: [
            { id: '1', ref: 'mail', type: 'trigger', config: { event_name: 'course.bought' } },
            { id: '2', ref: 'mail', type: 'contact_delete', config: {} },
          ],
          edges: [],
        },
      },
    },
    {
      name: 'same key in two workflows',
      input: `
  workflow Course mails
  start: trigger course.bought
  workflow Course end
  start: trigger course.done`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Course mails
  start: trigger course.bought
  lesson_1: send_email tpl_lesson_1
  wait: delay 1 day
  lesson_1: send_email tpl_lesson_2
  start -> lesson_1 -> wait -> lesson_1`,
      reports: ['duplicate step key "lesson_1"'],
    },
    {
      name: 'alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '2834a7b8-5d98-431a-8cbe-99dfd3af6ee9',
          name: 'Course mails',
          status: 'enabled',
          created_at: '2025-10-01T12:00:00.000Z',
          updated_at: '2025-11-14T08:30:00.000Z',
          steps: [
            {
              id: 'e358efa4-89f5-4062-810d-d7316b65649e',
              type: 'trigger',
              config: { event_name: 'course.bought' },
            },
            {
              id: '6f8f5771-5090-4a26-8245-3988d9a1501b',
              type: 'send_email',
              config: { template_id: 'tpl_1', subject: 'Lesson 1' },
            },
            {
              id: '6f8f5771-5090-4a26-8245-3988d9a1501b',
              type: 'send_email',
              config: { template_id: 'tpl_2', subject: 'Lesson 2' },
            },
          ],
          edges: [],
        },
      },
      reports: ['duplicate step key "6f8f5771-5090-4a26-8245-3988d9a1501b"'],
    },
    {
      name: 'three times',
      input: {
        'case.json': {
          name: 'Course mails',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'course.bought' } },
            { key: 'lesson', type: 'send_email', config: { template: { id: 'tpl_1' } } },
            { key: 'lesson', type: 'delay', config: { duration: '1 day' } },
            { key: 'lesson', config: {} },
          ],
          connections: [],
        },
      },
      reports: ['duplicate step key "lesson", in 2 places'],
    },
  ],
} satisfies RuleCases;
