import type { AnyRule } from '../rule.ts';

type Schema = Readonly<Record<string, unknown>>;

const SEVERITIES = ['error', 'warning', 'info', 'off'];

/**
 * JSON Schema (draft-07) of a configuration, built from the rules. `format` names a check of
 * faults.ts. Published as schemas/config.schema.json.
 */
export function configSchema(rules: readonly AnyRule[], mandatory: ReadonlySet<string>): Schema {
  const entries = rules.map((rule) => [rule.id, entryOf(rule, mandatory)]);
  const ruleMap = {
    description: 'Rules, each with a severity or [severity, options].',
    ...{ type: 'object', properties: Object.fromEntries(entries) },
  };
  const config = object('A configuration of edgewise.', {
    $schema: text('The address of this schema, for editors.'),
    extends: texts('Configurations that this one builds on, relative to it; later ones win.', {
      format: 'extends',
    }),
    preset: { description: 'The set of rules to start from.', enum: ['recommended', 'strict'] },
    files: texts('What to check when the command line names nothing.', { format: 'glob' }),
    ignore: texts('Patterns of files and folders to leave out.', { format: 'glob' }),
    events: texts('Where the event definitions are, as --events.', { format: 'events' }),
    failOn: {
      description: 'The least severity that fails.',
      enum: ['error', 'warning', 'info', 'never'],
    },
    maxWarnings: { description: 'More warnings than this fail.', type: 'integer', minimum: 0 },
    baseline: { ...text('A file of accepted findings, as --baseline.'), format: 'file' },
    rules: { $ref: '#/definitions/rules' },
    overrides: list('Other rules for some workflows or files; later ones win.', {
      ...object('Every condition that is given must hold.', {
        workflows: texts('Names of workflows, with * for any text, or ids.', { format: 'text' }),
        files: texts('Patterns of files, from the folder of this file.', { format: 'glob' }),
        status: { description: 'The status of the workflow.', enum: ['enabled', 'disabled'] },
        rules: { $ref: '#/definitions/rules' },
      }),
      required: ['rules'],
      anyOf: ['workflows', 'files', 'status'].map((name) => ({ required: [name] })),
    }),
    suppressions: list('Accepted findings. Fields that are left out match anything.', {
      ...object('An accepted finding.', {
        rule: text('The rule of the finding.'),
        workflow: text('The id or the name of the workflow.'),
        step: text('The key of the step.'),
        edge: text('The edge, as "from → to".'),
        event: text('The name of the event.'),
        fingerprint: { ...text('The fingerprint of one finding.'), format: 'fingerprint' },
        reason: text('Why the finding is accepted.'),
        expires: { ...text('The last day on which it holds.'), format: 'day' },
      }),
      required: ['rule', 'reason'],
    }),
  });
  return { ...config, definitions: { rules: ruleMap } };
}

function entryOf(rule: AnyRule, mandatory: ReadonlySet<string>): Schema {
  const { id, severity, summary, options } = rule;
  const isFixed = mandatory.has(id) || rule.isAlwaysOn === true;
  const own = { description: summary, enum: isFixed ? [severity] : SEVERITIES };
  const defaults: Schema = { ...options?.defaults };
  const properties = Object.entries(options?.schema ?? {}).map(([name, schema]) => [
    name,
    { ...schema, default: defaults[name] },
  ]);
  return {
    description: summary,
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      description: 'A severity, and one object of options.',
      ...{ minItems: 1, maxItems: 2 },
      items: [own, object(`Options of ${id}.`, Object.fromEntries(properties))],
    },
    else: own,
  };
}

const object = (description: string, properties: Schema): Schema => ({
  ...{ description, type: 'object', additionalProperties: false, properties },
});

const list = (description: string, items: Schema): Schema => ({
  ...{ description, type: 'array', items },
});

const text = (description: string): Schema => ({ description, type: 'string', format: 'text' });

/** One or several. */
const texts = (description: string, { format }: { readonly format: string }): Schema => ({
  ...{ description, type: ['string', 'array'], format, minItems: 1 },
  items: { type: 'string', format },
});
