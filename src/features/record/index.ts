/** Runs a program against a temporary account, and reads what it wrote and sent. */
import { decodeText } from '../../core/document/text.ts';
import type { Failure } from '../../core/model/finding.ts';
import { plural, quote } from '../../core/model/text.ts';
import type { Document } from '../../core/model/workflow.ts';
import type { Plan } from '../../node/plan.ts';
import { type Reading, read, type Source } from '../../node/read.ts';
import { UserError } from '../../node/user-error.ts';
import { writeFolder } from '../live/index.ts';
import { type Account, createAccount, isRead } from './account.ts';
import { documentsOf } from './documents.ts';
import { environmentFor, hostIn, SERVICE } from './environment.ts';
import { startRecorder } from './recorder.ts';
import { type Ended, type RecordOptions, runScript } from './script.ts';

/** The program as a source of a run. @param onEnd is told how it ended. */
export const recordSource =
  (options: RecordOptions, onEnd: (ended: Ended) => void): Source =>
  async (plan) => {
    const before = await readBefore(options.from, plan);
    const account = createAccount(before);
    const { ended, lost } = await runRecorded(options, account);
    onEnd(ended);
    if (options.out !== undefined) writeRecorded(options.out, account);
    const empty = plan.inputs.allowsEmpty ? undefined : faultOf(account);
    const message = ended.failure ?? (lost.length > 0 ? undefined : empty);
    const source = options.command.join(' ');
    const failed = (text: string, exit: 2 | 3): Failure => ({ source, message: text, exit });
    return {
      ...{ inputs: [], skipped: [], ignored: [] },
      documents: [...documentsOf(account), ...before.flatMap((each) => untouched(each, account))],
      failures: [
        ...(message === undefined ? [] : [failed(message, 2)]),
        ...lost.map((host) => failed(LOST + host, empty === undefined ? 3 : 2)),
      ],
    } satisfies Reading;
  };

async function readBefore(from: string | undefined, plan: Plan): Promise<readonly Document[]> {
  if (from === undefined) return [];
  const inputs = { ...plan.inputs, paths: [from], events: [] };
  const { inputs: found, failures } = await read({ inputs });
  const [failure] = failures;
  if (failure !== undefined)
    throw new UserError(`--from: ${failure.source}: ${failure.message}`, 'such as a pulled folder');
  const documents = found.map(decodeText);
  if (documents.some(({ form }) => form === 'ours')) return documents;
  throw new UserError(`--from: nothing of an account in ${quote(from)}`, 'such as a pulled folder');
}

async function runRecorded(options: RecordOptions, account: Account) {
  const { baseUrls, preload } = options;
  const known = [SERVICE, ...baseUrls];
  if (known.some((url) => hostIn(url) === ''))
    throw new UserError(
      'a base URL has no host',
      `such as ${SERVICE}, in --base-url, RESEND_BASE_URL, RESEND_API_URL or EDGEWISE_BASE_URL`,
    );
  const recorder = await startRecorder(account, known);
  try {
    const env = environmentFor(process.env, recorder.url, known.map(hostIn), preload);
    return { ended: await runScript(options, env), lost: [...recorder.lost] };
  } finally {
    recorder.close();
  }
}

const LOST = 'use fetch, http, https or RESEND_BASE_URL: a request was not recorded, to ';

/** What the account had before and the program did not change; no document without content. */
function untouched(document: Document, { rows }: Account): readonly Document[] {
  const kept = new Set([...rows('workflows'), ...rows('events')].map(({ before }) => before));
  const workflows = document.workflows.filter(({ raw }) => kept.has(raw));
  const events = document.events.filter(({ raw }) => kept.has(raw));
  const { length } = [...workflows, ...events, ...document.items, ...document.faults];
  return length > 0 ? [{ ...document, workflows, events }] : [];
}

/** Why nothing is written. */
function faultOf({ log }: Account): string | undefined {
  if (log.some(({ method }) => !isRead(method))) return undefined;
  return log.length === 0
    ? 'it sent no request to the recorder: it must use Node, an SDK or RESEND_BASE_URL'
    : `${plural(log.length, 'request')}, all of them reads: does it need --apply?`;
}

/** One file a workflow, and one for all events, as `pull` writes them. */
function writeRecorded(folder: string, { rows }: Account): void {
  const of = 'workflows';
  const workflows = rows(of).map(({ id, value }) => ({ of, source: id, value, id }));
  const data = rows('events').map(({ value }) => value);
  const value = { object: 'list', has_more: false, data };
  const events = data.length > 0 ? [{ of: 'events', source: 'events', value }] : [];
  writeFolder(folder, [...workflows, ...events]);
}
