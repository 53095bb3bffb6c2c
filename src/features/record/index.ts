/** Runs a program against a temporary account, and reads what it wrote and sent. */
import { decodeText } from '../../core/document/text.ts';
import type { Failure } from '../../core/model/finding.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { plural } from '../../core/model/text.ts';
import type { Document, Node } from '../../core/model/workflow.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { Plan } from '../../node/plan.ts';
import { type Reading, read, type Source } from '../../node/read.ts';
import { UserError } from '../../node/user-error.ts';
import { writeFolder } from '../live/index.ts';
import { type Account, createAccount, isRead } from './account.ts';
import { documentsOf } from './documents.ts';
import { environmentFor, hostOf, SERVICE } from './environment.ts';
import { startRecorder } from './recorder.ts';
import { type Ended, runScript } from './script.ts';
import { type Contents, EVENTS, nameOf, WORKFLOWS } from './store.ts';

export interface RecordOptions {
  /** The program and its words. */
  readonly command: readonly string[];
  /** What the account has before: files, or the folder of a pull. */
  readonly from?: string;
  /** A folder for what the account has afterwards. */
  readonly out?: string;
  /** The program is ended after this time. */
  readonly seconds: number;
  /** Base URLs of the service besides the usual one. */
  readonly baseUrls: readonly string[];
  /** The file that Node programs load first. */
  readonly preload: string;
  /** Standard output has one document. */
  readonly isReserved: boolean;
}

/** The program as a source of a run. @param onEnd is told how it ended. */
export const recordSource =
  (options: RecordOptions, onEnd: (ended: Ended) => void): Source =>
  async (plan) => {
    const before = await readBefore(options.from, plan);
    const account = createAccount(contentsOf(before));
    const ended = await runRecorded(options, account);
    onEnd(ended);
    if (ended.isInterrupted) throw new UserError('interrupted');
    if (options.out !== undefined) writeRecorded(options.out, account);
    const kept = before.map((document) => untouched(document, account));
    return {
      ...{ inputs: [], skipped: [], ignored: [] },
      documents: [...documentsOf(account), ...kept.filter(hasContent)],
      failures: failuresOf(options, ended, account, plan),
    } satisfies Reading;
  };

async function readBefore(from: string | undefined, plan: Plan): Promise<readonly Document[]> {
  if (from === undefined) return [];
  const inputs = { ...plan.inputs, paths: [from], events: [] };
  const { inputs: found, failures } = await read({ inputs });
  const [failure] = failures;
  if (failure !== undefined) throw new UserError(`--from: ${failure.source}: ${failure.message}`);
  return found.map(decodeText);
}

/** Of workflows and events, some mean all; of others, a whole list. */
function contentsOf(documents: readonly Document[]): Contents {
  const contents = new Map<string, JsonObject[]>();
  const add = (collection: string, nodes: readonly Node[]): void => {
    const known = contents.get(collection) ?? [];
    contents.set(collection, [...known, ...nodes.map(({ raw }) => raw)]);
  };
  for (const { workflows, events, items, lists } of documents) {
    if (workflows.length > 0) add(WORKFLOWS, workflows);
    if (events.length > 0) add(EVENTS, events);
    for (const { of, isWhole } of lists) {
      const { path } = RESOURCES.find(({ name }) => name === of) ?? {};
      const own = items.filter((item) => item.of === of);
      if (path !== undefined && isWhole) add(path, own);
    }
  }
  return contents;
}

async function runRecorded(options: RecordOptions, account: Account): Promise<Ended> {
  const { command, seconds, isReserved, baseUrls, preload } = options;
  const others = baseUrls.filter((url) => URL.canParse(url));
  const hosts = [SERVICE, ...others.map((url) => hostOf(new URL(url).host))];
  const recorder = await startRecorder(account, hosts);
  try {
    const env = environmentFor(process.env, recorder.url, hosts, preload);
    return await runScript(command, { env, seconds, isReserved });
  } finally {
    recorder.close();
  }
}

/** What the account had before and the program did not change. */
function untouched(document: Document, { rows }: Account): Document {
  const kept = new Set([...rows(WORKFLOWS), ...rows(EVENTS)].map(({ before }) => before));
  return {
    ...document,
    workflows: document.workflows.filter(({ raw }) => kept.has(raw)),
    events: document.events.filter(({ raw }) => kept.has(raw)),
  };
}

const hasContent = ({ workflows, events, items, faults }: Document): boolean =>
  workflows.length + events.length + items.length + faults.length > 0;

function failuresOf(
  { command }: RecordOptions,
  { failure }: Ended,
  { log }: Account,
  { inputs }: Plan,
): readonly Failure[] {
  const fail = (message: string): readonly Failure[] => [
    { source: command.join(' '), message, exit: 2 },
  ];
  if (failure !== undefined) return fail(failure);
  if (inputs.allowsEmpty || log.some(({ method }) => !isRead(method))) return [];
  return log.length === 0
    ? fail('it sent no request to the recorder: it must use Node, an SDK or RESEND_BASE_URL')
    : fail(`${plural(log.length, 'request')}, all of them reads: does it need --apply?`);
}

/** One file a workflow, and one for all events, as `pull` writes them. */
function writeRecorded(folder: string, account: Account): void {
  const workflows = account.rows(WORKFLOWS).map(({ value }) => ({
    ...{ of: 'workflows', source: value.id, value, id: value.id },
    name: nameOf(value) ?? '',
  }));
  const data = account.rows(EVENTS).map(({ value }) => value);
  const events = { of: 'events', source: EVENTS, value: { object: 'list', has_more: false, data } };
  const parts = data.length > 0 ? [...workflows, events] : workflows;
  writeFolder(folder, parts, { isWhole: false, unknown: [], prune: false });
}
