import { defineCommand } from '../../command.ts';
import type { GivenSuppression } from '../../core/config/config.ts';
import type { SourceItem } from '../../core/document/split.ts';
import type { Narrowed } from '../../core/lint/accept.ts';
import { isSameSchema } from '../../core/model/definitions.ts';
import type { Failure, Finding, Location, NotChecked } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import type { EventDefinition } from '../../core/model/nodes.ts';
import { pluralize, takeFirst } from '../../core/model/text.ts';
import { type AnyRule, isAboutCode } from '../../core/rule.ts';
import { ignoredFiles, realOrSame, relativePath } from '../../load/config/find.ts';
import { findNamed } from '../../load/expand.ts';
import { isBelow } from '../../load/folder-files.ts';
import { sourceItems } from '../../load/live-item.ts';
import { openSources } from '../../load/sources.ts';
import { beginRun } from '../../run/begin-run.ts';
import { type Decoded, decodeItems, namesOfWorkflows } from '../../run/decode.ts';
import { grouped, listFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS } from '../../run/flags.ts';
import { load } from '../../run/load.ts';
import { eventPaths, LIVE, readLive } from '../../run/named-sources.ts';
import { reportFailedRun, reportRun } from '../../run/report-run.ts';
import { neededBy } from '../../run/resource-choice.ts';
import { run as runDecoded } from '../../run/run.ts';
import { unknownRule } from '../../run/setup.ts';
import { asUserError, UserError } from '../../run/user-error.ts';
import { atLiterals } from './at-literals.ts';
import type { CodeRun } from './code.ts';
import { RULES_OF_CONFIGS } from './fragments.ts';
import { isCode, isJson, isOtherLanguage, isTestCode } from './names.ts';
import { readSource, UNREAD } from './source-text.ts';
import { UNKNOWN_VALUE } from './workflow-json.ts';

export default defineCommand({
  name: 'code',
  summary: 'check source code that sends events or creates workflows; TypeScript and JavaScript',
  positionals: ['PATH…'],
  flags: {
    ...RULE_FLAGS,
    ...pick('ignore', 'events'),
    ...grouped('What to check:', {
      workflows: listFlag(
        'PATH',
        'the workflows that the events start; live: those of the account',
      ),
    }),
    ...pick('format', 'quiet', 'maxFindings', 'showSuppressed'),
    ...pick('failOn', 'maxWarnings', 'baseline', 'updateBaseline', 'allowEmpty'),
    ...LIVE_FLAGS,
  },
  examples: [
    [
      'edgewise code src --events events.json',
      'compare the events that are sent with their definitions',
    ],
    ['edgewise code src --workflows workflows --events live', 'and with the workflows they start'],
  ],
  failed: reportFailedRun,
  async run(given, context) {
    const { runtime } = context;
    const cwd = runtime.cwd();
    const own = { ...given, status: undefined, workflow: [], onlyCode: true };
    const run = await beginRun(own, context, 'code');
    const { args, config, active, rules } = run;
    const ignores = await ignoredFiles(config, cwd, args.baseline);
    const { code, failures } = await findCode(args.positional, cwd, ignores);
    if (code.calls === 0 && failures.length === 0 && !args.allowEmpty) throw withoutCalls(code);
    const comments = suppressionsOf(code, rules, failures);
    const { acceptance } = run.settings;
    const suppressions = [...acceptance.suppressions, ...comments];
    const isLive = args.workflows.includes(LIVE);
    const events = eventPaths(args);
    const sources = openSources({
      paths: args.workflows.filter((path) => path !== LIVE),
      events,
      cwd,
      stdin: runtime.stdin,
      allowsEmpty: args.allowEmpty,
      ignores,
    });
    const isPartial = code.definesEvents && args.events.length === 0;
    const live = await readLive({ ...args, live: isLive }, context, neededBy(active));
    async function* items(): AsyncIterable<SourceItem> {
      yield* sources.items;
      if (live !== undefined) yield* sourceItems(live);
      yield* code.items;
      for (const failure of failures) yield { failure };
      if (isPartial) yield { absent: 'events that code creates need not be all', of: 'events' };
    }
    const decoded = decodeItems(await load(items()).catch(asUserError), {
      replaced: code.names,
      events,
      replacesEvents: args.events.includes(LIVE),
    });
    const names = namesOfWorkflows(decoded);
    const outcome = runDecoded(decoded, {
      ...run.settings,
      acceptance: { ...acceptance, suppressions },
      narrow: (findings) =>
        narrowed(findings, code, run, { isPartial, agreed: agreedEvents(decoded) }),
    });
    return reportRun({ ...run, outcome, paths: args.positional, names }, runtime);
  },
});

function withoutCalls({ files, unresolved }: CodeRun): UserError {
  const message = `no calls of the service in ${pluralize(files, 'file')} of code`;
  if (files === 0)
    return new UserError(
      message,
      'TypeScript and JavaScript are read; edgewise record -- COMMAND runs programs in any language, and edgewise pull reads the account',
    );
  const [first] = unresolved;
  return new UserError(
    first === undefined ? message : `${message}; ${first.reason}`,
    'events.send, automations.create and requests to the API are looked for; --allow-empty makes this a success',
  );
}

/** Code in other languages cannot be read. */
function adviseOn(path: string): string | undefined {
  if (isJson(path)) return 'use --workflows for workflows, and --events for events';
  return isOtherLanguage(path)
    ? 'edgewise record -- COMMAND runs programs in any language, and edgewise pull reads the account'
    : undefined;
}

async function findCode(
  paths: readonly string[],
  cwd: string,
  ignores: Awaited<ReturnType<typeof ignoredFiles>>,
): Promise<{ readonly code: CodeRun; readonly failures: Failure[] }> {
  const { inputs, refused } = await findNamed(paths, cwd, isCode, {
    ignores: (path) => (isTestCode(path) ? 'test' : ignores?.(path)),
    adviseOn,
  });
  const nameOf = new Map(
    inputs.map(({ path = '', source }) => [path.replaceAll('\\', '/'), source] as const),
  );
  // The parser is large, and no other command needs it.
  const { readCode } = await import('./code.ts');
  const code = readCode({
    paths: [...nameOf.keys()],
    nameOf: (path) => nameOf.get(path) ?? relativePath(cwd, path),
    read(path) {
      // An import can name any file, also by a link.
      if (!nameOf.has(path) && !isBelow(realOrSame(path), realOrSame(cwd)))
        throw new Error('is outside the current folder');
      return readSource(path);
    },
  });
  const failures = [...refused, ...code.failures].map(({ source, message }): Failure => {
    // A generated file is no mistake of the user.
    return { source, message, refused: !UNREAD.has(message) };
  });
  return { code, failures };
}

/** The comments in code. One without a reason, or for no rule, is a failure. */
function suppressionsOf(
  { comments }: CodeRun,
  rules: readonly AnyRule[],
  failures: Failure[],
): readonly GivenSuppression[] {
  return comments.flatMap(({ source, line, nextLine, rule, reason }): GivenSuppression[] => {
    const from = `${source}:${line}`;
    const refuse = (message: string): [] => {
      failures.push({ source: from, message, refused: true });
      return [];
    };
    if (rule === '' || reason === '')
      return refuse('a comment that disables a rule needs the rule and a reason');
    if (!rules.some(({ id }) => id === rule)) {
      const { message, hint } = unknownRule(rule, rules);
      return refuse(`${message}: ${hint}`);
    }
    return [{ rule, reason, from, at: { source, line: nextLine } }];
  });
}

function noteOfDefaults(places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  const { first, more } = takeFirst(places, 5);
  const listed = first.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`the default of an environment variable counts in ${listed}`];
}

/** One place has one finding of a rule: a loop has it in each iteration, and one payload can be that of several events. */
function distinctIn(
  findings: readonly Finding[],
  literalOf: CodeRun['literalOf'],
): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const { rule, location } = finding;
    const places = [location, literalOf(finding) ?? location];
    const key = JSON.stringify([rule, places.map(({ source, region }) => [source, region])]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The names of events whose definitions are all the same. */
function agreedEvents({ input: { documents } }: Decoded): ReadonlySet<string | undefined> {
  const events = documents.flatMap(({ document }) => document.events);
  const agreed = [...groupBy(events, ({ name }) => name)].filter(([, same]) =>
    same.every((event) => isSameSchema(event, same[0] as EventDefinition)),
  );
  return new Set(agreed.map(([name]) => name));
}

interface DefinedEvents {
  readonly isPartial: boolean;
  readonly agreed: ReadonlySet<string | undefined>;
}

/** Findings about code. Those that depend on unknown values are left out and counted. */
function narrowed(
  all: readonly Finding[],
  { unknown, fragments, literalOf, read, unresolved, defaults, calls, files }: CodeRun,
  { rules, active }: Pick<Awaited<ReturnType<typeof beginRun>>, 'rules' | 'active'>,
  { isPartial, agreed }: DefinedEvents,
): Narrowed {
  const codeRules = new Set(rules.filter(isAboutCode).map(({ id }) => id));
  const isIn = (pointers: CodeRun['unknown'], { source, pointer }: Location): boolean =>
    [...(pointers.get(source) ?? [])].some((each) =>
      each.endsWith('/') ? `${pointer}/`.startsWith(each) : pointer === each,
    );
  const wanted = all.filter(({ rule, location, related, message, help, consequence, event }) => {
    const places = [location, ...related.map((other) => other.location)];
    if (!codeRules.has(rule) && !places.some(({ source }) => read.has(source))) return false;
    // The service defines an event when it is first sent.
    if (isPartial && rule === 'unknown-event') return false;
    // Scripts define an event again, unless it exists.
    if (rule === 'duplicate-event-name' && agreed.has(event)) return false;
    if (UNKNOWN_VALUE.test(`${message} ${help} ${consequence}`)) return false;
    if (!RULES_OF_CONFIGS.has(rule) && places.some((place) => isIn(fragments, place))) return false;
    return !places.some((place) => isIn(unknown, place));
  });
  // These steps are of no workflow.
  const findings = wanted.map((finding) =>
    isIn(fragments, finding.location) ? { ...finding, workflow: undefined } : finding,
  );
  const notChecked: NotChecked[] = unresolved.flatMap(({ rules: undecided, reason }) =>
    undecided
      .filter((id) => id === '*' || active.some(({ rule }) => rule.id === id))
      .map((rule) => ({ rule, reason })),
  );
  const note = `${pluralize(calls, 'call')} of the service in ${pluralize(files, 'file')} of code`;
  return {
    findings: atLiterals(distinctIn(findings, literalOf), literalOf),
    fragments: [...fragments.values()].reduce((sum, { size }) => sum + size, 0),
    calls,
    notChecked,
    notes: [note, ...noteOfDefaults(defaults)],
  };
}
