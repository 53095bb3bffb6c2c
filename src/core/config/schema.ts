import { PRESETS } from '../lint/settings.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';

type Schema = Readonly<Record<string, unknown>>;

const LEVELS = [...SEVERITIES, 'off'];

// Regular expressions of texts. A pull request could name any file of the machine: only relative
// paths are read.
const ANY = '\\S';
const RELATIVE = '(?![/~]|[A-Za-z][A-Za-z0-9+.-]*:)(?=.*\\S)';
const FILE = `^${RELATIVE}[^\\\\*?\\p{Cc}]+$`;
const CONFIGURATION = `^${RELATIVE}[^\\\\*?\\p{Cc}]+\\.json$`;
// The matcher backtracks at each *, and .. after one could be anywhere.
const FEW_STARS = '(?!(?:.*\\*\\*){4})(?!.*(?:\\*[^/*]*){4})(?!.*[*?].*\\.\\.(?:/|$))';
const PATTERN = `${RELATIVE}(?!!)${FEW_STARS}[^\\\\[\\](){}|\\p{Cc}]+$`;
const GLOB = `^${PATTERN}`;
const EVENTS = `^(?!live$)${PATTERN}`;
// Rules of plugins are known only while these are loaded.
const OF_PLUGIN = { pattern: '/' };
const RULES = { $ref: '#/definitions/rules' };

/**
 * JSON Schema (draft-07) of a configuration, built from the rules. A description is the hint for a
 * faulty value. Published as schemas/config.schema.json.
 * @param isUsed whether a configuration names a rule: those of all rules take long to compile.
 */
export function configSchema(
  rules: readonly AnyRule[],
  mandatory: ReadonlySet<string>,
  isUsed: (id: string) => boolean = () => true,
): Schema {
  const config = object('A configuration of edgewise.', {
    $schema: text('The address of this schema, for editors.'),
    extends: texts(
      'Configurations to build on: JSON files, from the folder of this one.',
      CONFIGURATION,
    ),
    preset: choice('The set of rules to start from.', PRESETS),
    files: texts('What to check: relative paths with *, ** (up to three) and ?.', GLOB),
    ignore: texts('What to leave out: relative paths with *, ** (up to three) and ?.', GLOB, 0),
    events: texts(
      'Relative paths of event definitions. Only the command line may say "live".',
      EVENTS,
    ),
    failOn: choice('The least severity that fails.', [...SEVERITIES, 'never']),
    maxWarnings: { description: 'More warnings than this fail.', type: 'integer', minimum: 0 },
    baseline: text('A file of accepted findings, from the folder of this file.', FILE),
    rules: RULES,
    overrides: list('Other rules for some workflows or files; later ones win.', {
      ...object('"rules", and "workflows", "files" or "status": all that are given must hold.', {
        workflows: texts('Names of workflows, with * for any text, or ids.', ANY),
        files: texts('Patterns of files, from the folder of this file.', GLOB),
        status: choice('The status of the workflow.', ['enabled', 'disabled']),
        rules: RULES,
      }),
      required: ['rules'],
      minProperties: 2,
    }),
    suppressions: list(
      'Accepted findings. Fields that are left out match anything.',
      suppressionOf(rules.map(({ id }) => id).filter((id) => !mandatory.has(id))),
    ),
  });
  const settings = rules.map(
    (rule) => [rule.id, isUsed(rule.id) ? settingOf(rule, mandatory) : {}] as const,
  );
  const ruleMap = {
    ...object('Rules, each with a severity or [severity, options].', Object.fromEntries(settings)),
    patternProperties: { [OF_PLUGIN.pattern]: {} },
  };
  return { ...config, definitions: { rules: ruleMap } };
}

/** @param ids of rules that can be suppressed. */
const suppressionOf = (ids: readonly string[]): Schema => ({
  ...object('An accepted finding: a rule and a reason, and what else it must match.', {
    rule: {
      ...text('A rule.'),
      if: { not: OF_PLUGIN },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { enum: ids },
    },
    workflow: text('The id or the name of the workflow.'),
    step: text('The key of the step.'),
    edge: text('The edge, as "from → to".'),
    event: text('The name of the event.'),
    reason: text('Why the finding is accepted.'),
    expires: { ...text('The last day on which it holds, as "2027-01-31".'), format: 'date' },
  }),
  required: ['rule', 'reason'],
});

function settingOf(rule: AnyRule, mandatory: ReadonlySet<string>): Schema {
  const { id, severity, summary, options } = rule;
  const isFixed = mandatory.has(id) || rule.isAlwaysOn === true;
  const own = choice(summary, isFixed ? [severity] : LEVELS);
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

const choice = (description: string, values: readonly string[]): Schema => ({
  ...{ description, enum: values },
});

const list = (description: string, items: Schema): Schema => ({
  ...{ description, type: 'array', items },
});

const text = (description: string, pattern = ANY): Schema => ({
  ...{ description, type: 'string', pattern },
});

/** One or several. */
const texts = (description: string, pattern: string, minItems = 1): Schema => ({
  ...text(description, pattern),
  ...{ type: ['string', 'array'], minItems, items: text(description, pattern) },
});
