import type { Result } from '../../src/core/model/finding.ts';
import { findingOf, placeIn, resultOf } from './samples.ts';

const workflow = {
  id: 'c9b16d4f-ba6c-4e2e-b044-6bf4404e57fd',
  name: 'Welcome series',
  status: 'enabled',
};

const WELCOME = `{
  "id": "c9b16d4f-ba6c-4e2e-b044-6bf4404e57fd",
  "name": "Welcome series",
  "status": "enabled",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } },
    { "key": "wait", "type": "delay", "config": { "duration": "2 days" } },
    {
      "key": "tips",
      "type": "send_email",
      "config": { "template": { "id": "tpl_tips" } }
    }
  ],
  "connections": [
    { "from": "start", "to": "welcome" },
    { "from": "welcome", "to": "wait" },
    { "from": "wait", "to": "tipps" }
  ]
}
`;

const TIPS =
  '{\n      "key": "tips",\n      "type": "send_email",\n      "config": { "template": { "id": "tpl_tips" } }\n    }';

/** One workflow, one typing error: what most reports are like. */
export const oneFault = (): Result =>
  resultOf(
    [
      findingOf({
        rule: 'unreachable-step',
        message: 'send_email "tips" is never reached: no edge leads to it',
        help: 'nothing follows delay "wait": is an edge from there missing?',
        location: placeIn(WELCOME, TIPS, 'workflows/welcome.json', '/steps/3'),
        workflow,
        step: 'tips',
        fingerprint: 'b2',
      }),
      findingOf({
        message: 'the edge from "wait" leads to "tipps", which is no step of this workflow',
        help: 'did you mean "tips"? point the edge at an existing step, or delete it',
        location: placeIn(WELCOME, '"tipps"', 'workflows/welcome.json', '/connections/2/to'),
        workflow,
        edge: 'wait → tipps',
        fingerprint: 'b1',
      }),
    ],
    {
      summary: { sources: 3, workflows: 3, steps: 14, edges: 11 },
      notChecked: [{ rule: 'unused-event', reason: 'no event definitions were loaded' }],
    },
  );

const EVENTS = `{ "object": "list", "has_more": true, "data": [
  { "name": "user.created", "schema": { "plan": "string" } },
  { "name": "誕生日クーポン", "schema": null },
\t{ "name":\t"user.created",
\t  "schema": null
\t}
] }
`;

const LATE = `{"steps":[${'{"key":"filler","type":"delay"},'.repeat(8)}{"key":"late","type":"send_email"},${'{"key":"filler","type":"delay"},'.repeat(8)}]}`;

const LIVE = 'https://api.example.com/automations/7';

/** One of everything a report can hold: places in other sources, no text at all, wide characters, long lines, gaps. */
export function everything(): Result {
  const findings = [
    findingOf({
      rule: 'unused-event',
      severity: 'info',
      message: 'no workflow starts on or waits for "誕生日クーポン"',
      help: 'did you mean "誕生日"?',
      location: placeIn(EVENTS, '"誕生日クーポン"', 'events.json', '/data/1/name'),
      event: '誕生日クーポン',
      fingerprint: 'a3',
    }),
    findingOf({
      rule: 'duplicate-event-name',
      message: 'the event name "user.created" is used twice',
      location: placeIn(
        EVENTS.replace('"user.created"', '"user-created"'),
        '"user.created"',
        'events.json',
        '/data/2/name',
      ),
      event: 'user.created',
      fingerprint: 'a1',
      related: [
        {
          message: 'first used here',
          location: placeIn(EVENTS, '"user.created"', 'events.json', '/data/0/name'),
        },
      ],
    }),
    findingOf({
      rule: 'long-subject',
      severity: 'info',
      message: 'the subject has 131 characters, and most inboxes show 78',
      help: 'put what matters into the first words: who it is from, what it is about, and what is to be done by when',
      location: placeIn(
        WELCOME,
        '{ "template": { "id": "tpl_tips" } }',
        'workflows/old/welcome.json',
        '/steps/3/config',
      ),
      workflow: { name: workflow.name },
      fingerprint: 'a2',
    }),
    findingOf({
      rule: 'unreachable-step',
      message: 'no path leads from the trigger to "late"',
      help: 'connect it',
      location: placeIn(LATE, '"late"', LIVE, '/steps/8/key'),
      workflow,
      step: 'late',
      fingerprint: 'a4',
      related: [1, 2, 3, 4, 5, 6, 7].map((n) => ({
        message: `step ${n} of the part that is cut off`,
        location: { source: LIVE, pointer: `/steps/${n}` },
      })),
      fixes: [
        { title: 'remove the step', safety: 'unsafe', edits: [EDIT] },
        { title: 'connect it to the step before it', safety: 'safe', edits: [EDIT] },
      ],
    }),
    findingOf({
      location: { source: LIVE, pointer: '/connections/0/to' },
      workflow,
      edge: 'start → welcom',
      fingerprint: 'a5',
    }),
    findingOf({
      severity: 'warning',
      location: { source: LIVE, pointer: '' },
      workflow: { id: '8f14e45f' },
      fingerprint: 'a6',
      related: [
        {
          message: 'the other end',
          location: placeIn(WELCOME, '"tipps"', 'workflows/old/welcome.json', '/connections/2/to'),
        },
      ],
    }),
    findingOf({
      rule: 'rule-crashed',
      location: { source: LIVE, pointer: '' },
      message: 'the rule "cycle" failed on this document',
      workflow: {},
      fingerprint: 'a7',
    }),
  ];
  return resultOf(findings, {
    summary: { suppressed: 1, baselined: 3, workflows: 7, steps: 41, edges: 34, events: 12 },
    complete: false,
    notChecked: [
      {
        rule: '*',
        reason:
          '2 workflows are in list form, without steps: only names, ids and status were checked',
      },
      {
        rule: 'duplicate-workflow-name',
        reason: 'the workflow list is partial (list.json: has_more is true)',
      },
      {
        rule: 'unknown-event',
        reason: 'the event list is partial (events.json: has_more is true)',
      },
      { rule: 'unused-event', reason: 'the event list is partial (events.json: has_more is true)' },
    ],
    failures: [
      {
        source: 'workflows/old.json.gz',
        message: 'not readable: permission denied',
        refused: true,
      },
    ],
    faultyWorkflows: 2,
    skipped: Array.from({ length: 12 }, (_, i) => ({ source: `other/${i}.json`, reason: 'null' })),
    crashed: true,
  });
}

const EDIT = {
  pointer: '/steps/8/key',
  startOffset: 273,
  endOffset: 279,
  region: { startLine: 1, startColumn: 274, endLine: 1, endColumn: 280 },
  text: '"later"',
};
