/** What the tools do. Each gives text; none writes anything. */
import type { LintResult, RuleSet } from '../../core/lint/lint.ts';
import type { JsonObject } from '../../core/model/json.ts';
import agent from '../../core/report/agent.ts';
import { PLAIN_PALETTE } from '../../core/report/reporter.ts';
import { check, decodeReading } from '../../node/check.ts';
import { exitCode } from '../../node/exit-code.ts';
import { makePlan, type Plan } from '../../node/plan.ts';
import { joinReadings, type Reading, read } from '../../node/read.ts';
import { UserError } from '../../node/user-error.ts';
import { contextFor } from '../../node/write.ts';
import { parseLater, refuseUnknown, simulate, simulationText } from '../simulate/index.ts';
import { findInRoots } from './roots.ts';

export interface Arguments {
  readonly text?: string;
  readonly path?: string;
  readonly events?: string;
  readonly rule?: string;
  readonly event?: string;
  readonly payload?: JsonObject;
  readonly contact?: JsonObject;
  readonly when?: readonly string[];
  readonly all?: boolean;
}

/** What the tools know besides documents. */
export interface Knowledge {
  readonly rules: RuleSet;
  /** The page of a rule. Throws a UserError for an unknown one. */
  explain(id: string): string;
}

const TEXT = { type: 'string', description: 'JSON of workflows, or of an export' };
const PATH = { type: 'string', description: 'a file or folder in the roots' };
const EVENTS = {
  type: 'string',
  description: 'event definitions: a path, JSON, or none; default: those of the configuration',
};

/** Name → description and JSON Schema of its arguments. */
export const TOOLS = {
  lint: {
    description: 'Checks email workflows, and lists what would go wrong, with the remedy.',
    inputSchema: objectOf({ text: TEXT, path: PATH, events: EVENTS }),
  },
  explain: {
    description: 'What a rule finds, why, and how to fix it.',
    inputSchema: objectOf({ rule: { type: 'string', description: 'its id' } }, ['rule']),
  },
  simulate: {
    description: 'Which emails one contact receives after an event, in which case, and when.',
    inputSchema: objectOf(
      {
        event: { type: 'string', description: 'the name of the event' },
        ...{ text: TEXT, path: PATH, events: EVENTS },
        all: { type: 'boolean', description: 'workflows that are not enabled start as well' },
        payload: { type: 'object', description: 'the whole payload of the event' },
        contact: { type: 'object', description: 'known fields of the contact' },
        when: {
          type: 'array',
          items: { type: 'string' },
          description: 'further events: "order.paid@+2 days", "order.paid@never"',
        },
      },
      ['event'],
    ),
  },
} as const;

export type ToolName = keyof typeof TOOLS;

function objectOf(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { type: 'object', additionalProperties: false, properties, required } as const;
}

/** Runs a tool. Its working directory is the root of the path. Throws UserErrors. */
export async function callTool(
  name: ToolName,
  args: Arguments,
  roots: readonly string[],
  { rules, explain }: Knowledge,
): Promise<string> {
  if (name === 'explain') return explain(args.rule ?? '');
  const { plan, reading } = await readArguments(args, roots, rules);
  if (name === 'lint') {
    const result = check(reading, plan);
    refuseNothing(result);
    return [...agent(result, contextFor(plan, exitCode(result, plan.threshold)))].join('');
  }
  const { documents, failures } = decodeReading(reading, plan.inputs);
  const { event = '', payload, contact, when = [], all = false } = args;
  const simulation = simulate(documents, {
    ...{ event, later: when.map((each) => parseLater(each)), isAll: all },
    ...(payload !== undefined && { payload }),
    ...(contact !== undefined && { contact }),
  });
  refuseUnknown(simulation, failures);
  const notes = failures.map(({ source, message }) => `not read: ${source}: ${message}\n`);
  return [...simulationText(simulation, { palette: PLAIN_PALETTE, width: 100 }), ...notes].join('');
}

async function readArguments(
  { text, path, events }: Arguments,
  roots: readonly string[],
  rules: RuleSet,
): Promise<{ readonly plan: Plan; readonly reading: Reading }> {
  if ((text === undefined) === (path === undefined))
    throw new UserError('give either "text" or "path"', 'text: JSON; path: a file or a folder');
  const place = findInRoots(path ?? '.', roots);
  const isText = events !== undefined && /^\s*[[{]/.test(events);
  // The configuration of the root is in force.
  process.chdir(place.root);
  const named = events === undefined || isText ? [] : [events];
  for (const each of named) if (each !== 'none') findInRoots(each, [place.root]);
  const request = { paths: [place.path], events: named };
  const plan = await makePlan(request, rules);
  const inputs = text === undefined ? plan.inputs : { ...plan.inputs, paths: [] };
  const given = [
    ...(text === undefined ? [] : [{ name: 'text', text, isNamed: true }]),
    ...(isText ? [{ name: 'events', text: events, isNamed: true, holds: 'events' }] : []),
  ];
  const texts = { inputs: given, failures: [], skipped: [], ignored: [] };
  const reading = joinReadings([await read({ inputs }), texts]);
  for (const { name } of reading.inputs)
    if (text === undefined || !given.some((each) => each.name === name))
      findInRoots(name, [place.root]);
  return { plan, reading };
}

function refuseNothing({ failures, documents }: LintResult): void {
  const [failure] = failures;
  if (failure !== undefined && documents.length === 0)
    throw new UserError(`${failure.source}: ${failure.message}`);
}
