import { count } from '../../core/model/duration.ts';
import { isObject } from '../../core/model/json.ts';
import type { ResourceType } from '../../core/model/resource.ts';
import eventSamples from '../../core/resources/event-samples.ts';
import runSamples from '../../core/resources/run-samples.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import { AUDITED_WORKFLOWS, type AuditChoice, describeAudit } from '../../run/audit-choice.ts';
import type { Client } from './client.ts';
import { parseAnswer } from './lists.ts';
import type { ApiFault } from './request.ts';
import { type SampledWorkflow, sampleRuns } from './runs.ts';
import { sampleEvents } from './sent-events.ts';

interface AuditOptions {
  readonly client: Client;
  readonly concurrency: number;
  /** Is called with the requests that follow. */
  readonly announce: (requests: string) => Promise<void>;
}

interface Audit {
  /** A workflow as it was fetched. */
  add(document: LiveDocument): void;
  read(options: AuditOptions): AsyncIterable<LiveItem>;
}

/**
 * Samples of the runs of workflows and of the calls that sent events. Answers are counted and forgotten: nothing of them is cached,
 * and no message quotes them.
 */
export function createAudit(choice: AuditChoice): Audit {
  const enabled: SampledWorkflow[] = [];
  const others: SampledWorkflow[] = [];
  let total = 0;
  return {
    add({ id, text }) {
      if (id === undefined) return;
      total++;
      const value = parseAnswer(text);
      const { status, created_at: createdAt } = isObject(value) ? value : {};
      const list = status === 'enabled' ? enabled : others;
      const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      if (list.length < AUDITED_WORKFLOWS) list.push({ id, text, created });
    },
    async *read(options) {
      const [runs, logs] = [choice.get('runs'), choice.get('logs')];
      const workflows =
        runs === undefined ? [] : [...enabled, ...others].slice(0, AUDITED_WORKFLOWS);
      await options.announce(`requests: ${describeAudit(choice, workflows.length)}\n`);
      if (runs !== undefined) yield* auditRuns(workflows, total, runs, options);
      if (logs !== undefined) yield* auditEvents(logs, options);
    },
  };
}

async function* auditRuns(
  workflows: readonly SampledWorkflow[],
  total: number,
  size: number,
  { client, concurrency }: AuditOptions,
): AsyncIterable<LiveItem> {
  const source = `${client.baseUrl}/automations/{id}/runs`;
  const samples: object[] = [];
  const faults = new Map<string, { readonly fault: ApiFault; workflows: number }>();
  const { pMapIterable } = await import('p-map');
  const read = (workflow: SampledWorkflow) => sampleRuns(client, workflow, size);
  for await (const { sample, fault } of pMapIterable(workflows, read, { concurrency })) {
    if (sample !== undefined) samples.push(sample);
    if (fault === undefined) continue;
    const known = faults.get(reasonOf(fault));
    if (known === undefined) faults.set(reasonOf(fault), { fault, workflows: 1 });
    else known.workflows++;
  }
  const unasked = total - workflows.length;
  if (unasked > 0)
    yield absent(
      runSamples,
      source,
      `the runs of ${count(unasked, 'workflow')} were not asked for: an audit samples ${AUDITED_WORKFLOWS}`,
    );
  for (const [reason, { fault, workflows: failed }] of faults)
    yield lack(runSamples, source, fault, `the runs of ${count(failed, 'workflow')}: ${reason}`);
  if (samples.length > 0 || faults.size === 0) yield listOf(runSamples, source, samples);
}

async function* auditEvents(size: number, { client, concurrency }: AuditOptions) {
  const source = `${client.baseUrl}/logs`;
  const { samples, fault } = await sampleEvents(client, size, concurrency);
  if (fault !== undefined) yield lack(eventSamples, source, fault, `/logs: ${reasonOf(fault)}`);
  if (samples.length > 0 || fault === undefined) yield listOf(eventSamples, source, samples);
}

/** Messages of faults quote answers, which may hold addresses. */
function reasonOf({ kind, status }: ApiFault): string {
  const code = status === undefined ? '' : ` (${status})`;
  if (kind === 'denied') return `the key may not read them${code}`;
  if (kind === 'missing') return `the service does not have them${code}`;
  return kind === 'passing' ? `the service failed${code}` : `the answer cannot be used${code}`;
}

const listOf = (type: ResourceType, source: string, samples: readonly object[]): LiveItem => ({
  ...{ kind: 'document', of: type.name, source },
  text: JSON.stringify({
    ...{ object: 'list', has_more: false },
    data: samples.map((sample) => type.keep(sample as Parameters<typeof type.keep>[0])),
  }),
});

const absent = ({ name: of }: ResourceType, source: string, reason: string): LiveItem => ({
  ...{ kind: 'absent', of, source, reason },
});

/** What the key may not read, or the service does not have, is no failure. */
const lack = (type: ResourceType, source: string, { kind }: ApiFault, message: string): LiveItem =>
  kind === 'denied' || kind === 'missing'
    ? absent(type, source, message)
    : { kind: 'failure', of: [type.name], source, message, refused: false };
