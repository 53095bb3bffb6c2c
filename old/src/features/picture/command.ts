import { defineCommand } from '../../command.ts';
import { createReadText } from '../../core/lint/check.ts';
import { compareAt } from '../../core/lint/order.ts';
import { workflowNames } from '../../core/lint/part.ts';
import { createResources } from '../../core/lint/resources.ts';
import { isSuppressible } from '../../core/lint/suppress.ts';
import type { Finding, Result } from '../../core/model/finding.ts';
import { isCountedAmong } from '../../core/model/groups.ts';
import { isTooLarge, LARGE_WORKFLOW } from '../../core/model/limits.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { pluralize } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { formatLocation } from '../../core/report/words.ts';
import { nameTemplates } from '../../core/resources/fill-steps.ts';
import templates from '../../core/resources/templates.ts';
import { beginRun } from '../../run/begin-run.ts';
import { decodeItems } from '../../run/decode.ts';
import { EXIT, exitCode } from '../../run/exit-code.ts';
import { workflowFilter } from '../../run/filter.ts';
import { listFlag, textFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS } from '../../run/flags.ts';
import { loadNamed } from '../../run/named-sources.ts';
import { parseTarget, parseTargets, type ReportTarget, writeStream } from '../../run/output.ts';
import { neededBy } from '../../run/resource-choice.ts';
import { collect, finishRun } from '../../run/run.ts';
import { UserError } from '../../run/user-error.ts';
import { eventMap, eventsUsed } from './event-map.ts';
import { findingsAbout } from './marks.ts';
import { pictureOf } from './picture.ts';
import { GRAPH_FORMATS, type NamedPicture, writePictures } from './write-pictures.ts';

/** The values of --events; any other word after it is a path. */
const EVENT_SOURCES = ['live', 'none'];

export default defineCommand({
  name: 'graph',
  summary:
    'pictures of workflows with their findings (-f mermaid, svg); --events: which event starts what',
  positionals: ['[paths…]'],
  flags: {
    format: {
      ...listFlag('NAME', 'to standard output, or NAME=FILE (default: mermaid; svg with -o)'),
      alias: 'f',
      choices: GRAPH_FORMATS,
    },
    out: { ...textFlag('DIR', 'one file per workflow into this folder'), alias: 'o' },
    events: {
      describe:
        'SOURCE, if any: draw the map of events instead; their definitions can be elsewhere; repeatable',
      type: 'string',
      choices: EVENT_SOURCES,
      read: (given) => given as readonly string[],
    },
    ...RULE_FLAGS,
    ...pick('status', 'workflow', 'stdinFilename', 'baseline', 'showSuppressed', 'allowEmpty'),
    ...pick('ignore', 'live'),
    ...LIVE_FLAGS,
  },
  examples: [['edgewise graph workflows/ -o pictures', 'an SVG file for each workflow']],
  async run(given, context) {
    const { runtime } = context;
    const events = given.events.filter((word) => EVENT_SOURCES.includes(word));
    const own = { ...given, events };
    const wantsMap = given.events.length > events.length;
    const targets = targetsOf(own.format, own.out);
    const run = await beginRun(own, context);
    const { args, active, settings } = run;
    // `--events FILE` prints only the map as well.
    const paths = given.events.filter((word) => word !== '' && !events.includes(word));
    const named = { paths: [...args.positional, ...paths] };
    const needed = neededBy(active, [templates.name]);
    const { items, wanted } = await loadNamed(run, { ...named, needed }, context);
    // Findings of one workflow may depend on others, so all are checked.
    const decoded = decodeItems(items, { ...wanted, workflows: undefined });
    const collected = collect(decoded, settings);
    const read = decoded.input.documents.map(({ document }) => document);
    const workflows = read.flatMap((document) =>
      document.workflows.filter(workflowFilter({ workflows: args.workflow })),
    );
    const definitions = decoded.read.flatMap(({ document }) => document.events);
    const resources = decoded.read.flatMap(({ document }) => document.resources);
    const readText = createReadText(decoded.input.documents);
    const names = workflowNames([collected]);
    const { result } = finishRun([collected], readText, settings);
    const { notes, hasUnread } = notesOn(result);
    rejectUnknownNames(args.workflow, names);

    workflows.sort(compareAt);
    const drawable = drawableOf(workflows, resources, notes);
    const pictures = wantsMap
      ? mapOf(drawable, definitions, result.findings, args)
      : picturesOf(drawable, result.findings);
    for (const { picture } of pictures)
      notes.push(...picture.notes.map((note) => `${picture.title}: ${note}`));
    if (pictures.length === 0 && !args.allowEmpty)
      throw new UserError(
        result.failures.length > 0 ? 'nothing to draw' : 'no workflow with steps found',
        'name the files or the folder of your export; --allow-empty makes this a success',
        notes,
      );
    const isComplete = await writePictures(pictures, { targets, out: args.out, notes }, runtime);
    const lines = notes.map((note) => `edgewise: ${escapeText(note)}\n`);
    await writeStream(runtime.stderr, lines);
    const code = exitCode(result, { failOn: 'never' });
    if (!isComplete && code !== EXIT.failed) return EXIT.findings;
    return code === EXIT.clean && hasUnread ? EXIT.incomplete : code;
  },
});

/** What could not be read. Only workflows and their findings can be drawn. */
function notesOn({ failures, findings }: Pick<Result, 'failures' | 'findings'>) {
  const unread = findings.filter(({ rule }) => !isSuppressible(rule));
  const notes = [
    ...failures.map(({ source, message }) => `${source}: ${message}`),
    ...unread.map(({ location, message }) => `${formatLocation(location)}: ${message}`),
  ];
  return { notes, hasUnread: unread.length > 0 };
}

function rejectUnknownNames(given: readonly string[], names: ReadonlySet<string>): void {
  for (const name of given)
    if (!names.has(name))
      throw new UserError(`no workflow has the id or name "${name}"`, hintOf(name, [...names]));
}

/** The workflows whose steps can be drawn, with the names of their templates. The others are added to the notes. */
function drawableOf(
  workflows: readonly Workflow[],
  resources: Document['resources'],
  notes: string[],
): readonly Workflow[] {
  const { find } = createResources(resources)(templates);
  const large = workflows.filter(isTooLarge);
  if (large.length > 0)
    notes.push(
      `nothing is drawn of ${pluralize(large.length, 'workflow')}, which ${large.length === 1 ? 'is' : 'are'} ${LARGE_WORKFLOW}`,
    );
  const drawable = workflows
    .filter((workflow) => !workflow.summaryOnly && !isTooLarge(workflow))
    .map((workflow) => nameTemplates(workflow, find));
  const counted = workflows.filter(isCountedAmong(workflows, ({ id }) => id));
  const undrawn = counted.length - large.length - drawable.length;
  if (undrawn > 0)
    notes.push(`nothing is drawn of ${pluralize(undrawn, 'workflow')}: lists give no steps`);
  return drawable;
}

function targetsOf(formats: readonly string[], out: string | undefined): readonly ReportTarget[] {
  if (out === undefined) return parseTargets(formats, GRAPH_FORMATS);
  // Each picture is a separate file, so several formats do not conflict.
  return (formats.length === 0 ? ['svg'] : formats).map((each) => parseTarget(each, GRAPH_FORMATS));
}

function hintOf(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

function mapOf(
  workflows: readonly Workflow[],
  definitions: readonly EventDefinition[],
  findings: readonly Finding[],
  args: { readonly events: readonly string[]; readonly workflow: readonly string[] },
): readonly NamedPicture[] {
  if (workflows.length === 0 && definitions.length === 0) return [];
  const isUnknown = definitions.length === 0 || args.events.includes('none');
  // For selected workflows, only their events are shown.
  const used = new Set<string | undefined>(workflows.flatMap(eventsUsed));
  const shown = definitions.filter(({ name }) => args.workflow.length === 0 || used.has(name));
  const picture = eventMap(workflows, isUnknown ? undefined : shown, findings);
  return [{ picture, name: 'events', id: undefined }];
}

function picturesOf(
  workflows: readonly Workflow[],
  findings: readonly Finding[],
): readonly NamedPicture[] {
  return workflows.map((workflow) => {
    const picture = pictureOf(workflow, findingsAbout(workflow, findings));
    const { source, index } = workflow.document;
    const { name, id = `${source} ${index} ${workflow.pointer}` } = workflow;
    return { picture, name, id };
  });
}
