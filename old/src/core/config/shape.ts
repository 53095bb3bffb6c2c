/**
 * JSON Schema (draft-07) of a configuration file, compiled into `shape.generated.ts` by `npm run generate`.
 * `schemas/config.schema.json` publishes it with the rules; `check.ts` checks what it cannot express.
 */
type Schema = Record<string, unknown>;

const NOT_BLANK = '\\S';
const text = (description: string): Schema => ({ description, type: 'string', pattern: NOT_BLANK });
const texts = (description: string, more: Schema = {}): Schema => ({
  description,
  type: ['string', 'array'],
  pattern: NOT_BLANK,
  items: { type: 'string', pattern: NOT_BLANK },
  ...more,
});
const rules = (description: string): Schema => ({ description, type: 'object' });

const override: Schema = {
  description:
    'Other rules for some workflows or files. Every condition that is given must hold; of later overrides the last one counts.',
  type: 'object',
  additionalProperties: false,
  required: ['rules'],
  properties: {
    workflows: texts('Names of workflows, with * for any text, or their ids.', { minItems: 1 }),
    files: texts('Patterns of files, from the folder of this file.', { minItems: 1 }),
    status: { description: 'The status of the workflow.', enum: ['enabled', 'disabled'] },
    rules: rules('What is different there: as "rules" of the whole file.'),
  },
};

const suppression: Schema = {
  description: 'An accepted finding. Fields that are left out match anything.',
  type: 'object',
  additionalProperties: false,
  required: ['rule', 'reason'],
  properties: {
    rule: text('The rule of the finding.'),
    workflow: text('The id or the name of the workflow.'),
    step: text('The key of the step.'),
    edge: text('The id of the edge, or "from → to" when it has none.'),
    event: text('The name of the event definition.'),
    fingerprint: text('The fingerprint of one finding, where the names above are not enough.'),
    reason: text('Why the finding is accepted.'),
    expires: text('The last day on which it applies, such as "2027-01-31".'),
  },
};

export const CONFIG_SHAPE = {
  title: 'Configuration of edgewise',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { description: 'The address of this schema, for editors.', type: 'string' },
    extends: texts(
      'Configuration files this one builds on, relative to it; what comes later wins.',
    ),
    preset: {
      description: 'The set of rules to start from; recommended when left out.',
      enum: ['correctness', 'recommended', 'strict'],
    },
    files: texts(
      'What to check when the command line names nothing: files, folders and patterns, from the folder of this file.',
      { minItems: 1 },
    ),
    ignore: texts(
      'Patterns of files and folders to leave out, from the folder of this file. A file named on the command line is always checked.',
    ),
    events: texts(
      'Where the event definitions are, as --events: paths from the folder of this file, or none.',
      { minItems: 1 },
    ),
    failOn: {
      description: 'The least severity that fails, as --fail-on; error when left out.',
      enum: ['error', 'warning', 'info', 'never'],
    },
    maxWarnings: {
      description: 'More warnings than this fail as well, as --max-warnings.',
      type: 'integer',
      minimum: 0,
    },
    baseline: text(
      'A file of findings that are accepted, as --baseline: a path from the folder of this file.',
    ),
    rules: rules('A rule and its severity (error, warning, info or off), or [severity, options].'),
    overrides: {
      description: 'Other rules for some workflows or files.',
      type: 'array',
      items: override,
    },
    suppressions: {
      description: 'Accepted findings, each with a reason.',
      type: 'array',
      items: suppression,
    },
  },
} as const satisfies Schema;
