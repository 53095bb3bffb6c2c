/** The tools as clients see them. */
import { z } from 'zod';

const input = {
  text: z.string().max(5_000_000).optional().describe('the JSON of workflows or events'),
  path: z.string().max(4096).optional().describe('a file or a folder, instead of text'),
  events: z
    .string()
    .max(5_000_000)
    .optional()
    .describe(
      'event definitions: a file or a folder, JSON, or "none"; default: those of the configuration, else those in the root',
    ),
};
const severity = z.enum(['error', 'warning', 'info']);
const count = z.number().int().nonnegative();
const name = z.string().optional();
/** Fields with the same schema. */
const fields = <S>(schema: S, ...names: readonly string[]): Record<string, S> =>
  Object.fromEntries(names.map((field) => [field, schema]));
const failures = z.array(z.object({ source: z.string(), message: z.string() }));

const lint = {
  title: 'Check workflows',
  description:
    'Finds faults in email workflows given as text, or in a file or folder: what contacts would get wrong, or never get.',
  inputSchema: z.strictObject(input),
  outputSchema: {
    summary: z.object({
      ...fields(count, 'errors', 'warnings', 'infos', 'suppressed', 'baselined'),
      ...fields(count, 'sources', 'workflows', 'steps', 'edges', 'events'),
    }),
    complete: z.boolean().describe('false: something could not be read'),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity,
        message: z.string(),
        ...fields(name, 'help', 'consequence'),
        location: z.object({
          source: z.string(),
          pointer: z.string().describe('a JSON pointer from the root of the document'),
          line: count.optional(),
          column: count.optional(),
        }),
        ...fields(name, 'workflow', 'step', 'event'),
        fixes: z.array(z.object({ title: z.string(), safety: z.enum(['safe', 'unsafe']) })),
        fingerprint: z.string(),
      }),
    ),
    omittedFindings: count,
    notChecked: z.array(z.object({ rule: z.string(), reason: z.string() })),
    failures,
  },
};

const explainRule = {
  title: 'Explain a rule',
  description: 'What a rule finds, why it matters and how to fix it, with examples.',
  inputSchema: z.strictObject({
    rule: z.string().max(200).describe('such as dangling-edge'),
  }),
  outputSchema: {
    rule: z.string(),
    severity,
    ...fields(z.string(), 'preset', 'summary', 'why', 'remedy'),
    page: z.string().optional().describe('Markdown'),
  },
};

const simulate = {
  title: 'Simulate an event',
  description: 'Which emails one contact receives after an event, and when.',
  inputSchema: z.strictObject({
    event: z.string().max(1000),
    ...input,
    payload: z.record(z.string(), z.unknown()).optional().describe('of the event'),
    contact: z.record(z.string(), z.unknown()).optional().describe('known fields of the contact'),
    when: z
      .array(z.string().max(10_000))
      .max(100)
      .optional()
      .describe('further events, such as "order.paid@+2 days" or "order.paid@never"'),
  }),
  outputSchema: {
    emails: z.object({
      min: count,
      max: count.nullable().describe('null: without limit'),
    }),
    complete: z.boolean(),
    sends: z.array(
      z.object({
        after: z.string().describe('time after the event'),
        workflow: name,
        step: z.string(),
        ...fields(name, 'template', 'subject', 'onlyIf'),
      }),
    ),
    omittedSends: count,
    questions: z.array(z.object({ step: z.string(), answers: z.array(z.string()) })),
    omittedQuestions: count,
    refused: z.array(z.object({ event: z.string(), problems: z.array(z.string()) })),
    notEnabled: z.array(z.string()).describe('workflows that would start if they were enabled'),
    notes: z.array(z.string()),
    notSimulated: z.array(z.string()),
    failures,
  },
};

const listEvents = {
  title: 'List events',
  description: 'The events of workflows and definitions: properties, and which workflows use them.',
  inputSchema: z.strictObject(input),
  outputSchema: {
    events: z.array(
      z.object({
        name: z.string(),
        isDefined: z.boolean().describe('false: only workflows name it'),
        properties: z.array(z.object({ name: z.string(), type: name })).optional(),
        starts: z.array(z.string()).describe('workflows'),
        awaitedBy: z.array(z.string()).describe('workflows'),
      }),
    ),
    omittedEvents: count,
  },
};

const fixPreview = {
  title: 'Preview fixes',
  description: 'What edgewise --fix would change, as unified diffs. Writes nothing.',
  inputSchema: z.strictObject({
    ...input,
    unsafe: z.boolean().optional().describe('with fixes that need a review'),
  }),
  outputSchema: {
    made: count.describe('findings that are fixed'),
    refused: count.describe('fixes that would cause other findings'),
    diffs: z.array(z.object({ source: z.string(), diff: z.string() })),
    omittedDiffs: count,
  },
};

export const TOOLS = {
  lint,
  explain_rule: explainRule,
  simulate,
  list_events: listEvents,
  fix_preview: fixPreview,
};
