import { checkSources } from '../check/sources.ts';
import { configuredPaths, ignoredFiles } from '../config/apply.ts';
import { compareAt } from '../lint/order.ts';
import { isSuppressible } from '../lint/suppress.ts';
import type { Finding } from '../model/finding.ts';
import { nearest } from '../model/nearest.ts';
import type { EventDefinition, Workflow } from '../model/nodes.ts';
import { escapeText } from '../report/escape.ts';
import { count, placeOf } from '../report/words.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { parseStatus } from './choice.ts';
import { EXIT, exitCode } from './exit-code.ts';
import { parseFormats, type ReportTarget } from './formats.ts';
import { liveSource } from './lint.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { dayOf, readConfig, settleRules } from './setup.ts';
import { silence } from './silence.ts';
import { asUserError, UserError } from './user-error.ts';
import { type Draw, type Drawn, GRAPH_FORMATS, type Picture, writePictures } from './write-pictures.ts';

/** Edges to follow from the step in focus. */
const DISTANCE = 2;

/** `edgewise graph [paths…]`: pictures of the workflows, with their findings; returns the exit code. */
export async function graph(rules: readonly AnyRule[], given: Args, program: Program): Promise<number> {
  const { args, wantsMap } = withMap(given);
  if (wantsMap && args.focus !== undefined) throw new UserError('--focus is for the steps of workflows, and --events draws none');
  const targets = targetsOf(args);
  const config = await readConfig(rules, args, program);
  const { active, settingAt } = await settleRules(rules, config, args);
  const today = dayOf(args.now, new Date());
  const live = await liveSource(args, program);
  const cwd = program.cwd();
  const workflows: Workflow[] = [];
  const definitions: EventDefinition[] = [];
  const isAsked = ({ id, name }: Workflow): boolean =>
    args.workflow.length === 0 || (id !== undefined && args.workflow.includes(id)) || (name !== undefined && args.workflow.includes(name));
  const names = new Set<string>();
  const events = args.events.filter((source) => source !== 'live');
  const checked = await checkSources({
    paths: args.positional.length === 0 && !args.live ? (configuredPaths(config, cwd) ?? ['.']) : args.positional,
    events: events[0] === 'none' ? 'none' : events.length === 0 ? undefined : events,
    live,
    cwd,
    stdin: program.stdin,
    stdinName: args.stdinFilename,
    rules: active,
    settingAt,
    ignores: await ignoredFiles(config, cwd, args.baseline === undefined ? [] : [args.baseline]),
    status: parseStatus(args.status),
    onWorkflow(workflow) {
      for (const label of [workflow.id, workflow.name]) if (label !== undefined) names.add(label);
      if (isAsked(workflow)) workflows.push(workflow);
    },
    onDocument: ({ document }) => definitions.push(...document.events),
  }).catch(asUserError);
  const result = await silence(checked.result, { config, args, seen: names, active, today }, program);
  const notes = result.failures.map(({ source, message }) => `${source}: ${message}`);
  // What is no workflow cannot be drawn, nor can what is wrong with it.
  const unread = result.findings.filter(({ rule }) => !isSuppressible(rule));
  notes.push(...unread.map(({ location, message }) => `${placeOf(location)}: ${message}`));
  const known = [...names];
  for (const name of args.workflow) if (!names.has(name)) throw noWorkflow(name, known);

  workflows.sort(compareAt);
  const drawable = workflows.filter(({ summaryOnly }) => !summaryOnly);
  const full = new Set(drawable.map(({ id }) => id));
  const summaries = workflows.filter(({ summaryOnly, id }) => summaryOnly && !full.has(id));
  if (summaries.length > 0) notes.push(`nothing is drawn of ${count(summaries.length, 'workflow')}: lists give no steps`);
  const draw = await import('../picture/print.ts');
  const isEmptyMap = drawable.length === 0 && definitions.length === 0;
  const pictures = wantsMap
    ? isEmptyMap
      ? []
      : [{ picture: mapOf(draw, drawable, definitions, result.findings, args), name: 'events', id: undefined }]
    : picturesOf(draw, drawable, result.findings, args.focus);
  // What a focus leaves out was asked for.
  if (args.focus === undefined) for (const { picture } of pictures) notes.push(...picture.notes.map((note) => `${picture.title}: ${note}`));
  if (pictures.length === 0 && !args.allowEmpty) {
    const nothing = result.failures.length > 0 ? 'nothing to draw' : 'no workflow with steps found';
    throw new UserError(nothing, 'name the files or the folder of your export; --allow-empty makes this a success', notes);
  }
  await writePictures(targets, pictures, args.out, notes, draw, program);
  await writeStream(
    program.stderr,
    notes.map((note) => `edgewise: ${escapeText(note)}\n`),
  );
  const code = exitCode(result, false, { failOn: 'never', allowEmpty: args.allowEmpty });
  return code === EXIT.clean && unread.length > 0 ? EXIT.incomplete : code;
}

/** `--events` is the map here; what stands after it is one more path. */
function withMap(args: Args): { readonly args: Args; readonly wantsMap: boolean } {
  const isSource = (word: string): boolean => word === 'live' || word === 'none';
  const sources = args.events.filter(isSource);
  const paths = args.events.filter((word) => word !== '' && !isSource(word));
  return { args: { ...args, events: sources, positional: [...args.positional, ...paths] }, wantsMap: args.events.length > sources.length };
}

function targetsOf({ format, out }: Args): readonly ReportTarget[] {
  if (format.length === 0) return [{ format: out === undefined ? 'mermaid' : 'svg', file: undefined }];
  if (out === undefined) return parseFormats(format, GRAPH_FORMATS);
  // Each picture is a file of its own: several formats do not come in each other's way.
  return format.flatMap((each) => parseFormats([each], GRAPH_FORMATS));
}

function noWorkflow(name: string, known: readonly string[]): UserError {
  const near = nearest(name, known);
  return new UserError(`no workflow has the id or name "${name}"`, near === undefined ? undefined : `did you mean "${near}"?`);
}

function mapOf(draw: Draw, workflows: readonly Workflow[], definitions: readonly EventDefinition[], findings: readonly Finding[], args: Args): Picture {
  const about = draw.sortFindings(findings);
  const uses = workflows.map((workflow) => draw.eventUseOf(workflow, about(workflow)));
  const none = definitions.length === 0 || args.events.includes('none');
  // Of chosen workflows only their own events are of interest.
  const named = new Set(uses.flatMap(({ starts, waits }) => [...starts, ...waits].map(({ event }) => event)));
  const shown = args.workflow.length === 0 ? definitions : definitions.filter(({ name }) => name !== undefined && named.has(name));
  return draw.eventMap(uses, { definitions: none ? undefined : shown, findings });
}

function picturesOf(draw: Draw, workflows: readonly Workflow[], findings: readonly Finding[], focus: string | undefined): readonly Drawn[] {
  const about = draw.sortFindings(findings);
  const keys: string[] = [];
  const pictures = workflows.flatMap((workflow): Drawn[] => {
    const step = focus === undefined ? undefined : draw.findStep(workflow, focus);
    if (focus !== undefined && step === undefined) {
      for (const { key } of workflow.steps) if (key !== undefined) keys.push(key);
      return [];
    }
    const picture = draw.pictureOfWorkflow(workflow, about(workflow), step && { step, distance: DISTANCE });
    return [{ picture, name: workflow.name, id: workflow.id ?? `${workflow.document.source} ${workflow.document.index} ${workflow.pointer}` }];
  });
  if (focus === undefined || pictures.length > 0) return pictures;
  const near = nearest(focus, keys);
  throw new UserError(`no workflow has a step "${focus}"`, near === undefined ? 'name it by its key, or as #3, the third' : `did you mean "${near}"?`);
}
