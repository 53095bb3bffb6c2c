import type { JsonObject } from '../../core/model/json.ts';
import type { ResourceType } from '../../core/model/resource.ts';
import { pluralize } from '../../core/model/text.ts';
import eventSamples from '../../core/resources/event-samples.ts';
import runSamples from '../../core/resources/run-samples.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import {
  AUDITED_WORKFLOWS,
  type AuditChoice,
  describeAudit,
  RUN_PAGES,
} from '../../run/audit-choice.ts';
import type { Client } from './client.ts';
import { printList } from './items.ts';
import { parseObject } from './manifest.ts';
import type { ApiFault } from './request.ts';
import { type SampledWorkflow, sampleRuns } from './runs.ts';
import { sampleEvents } from './sent-events.ts';

interface AuditOptions {
  readonly client: Client;
  readonly concurrency: number;
  /** Called with the requests before they are sent. */
  readonly announce?: ((requests: string) => Promise<void>) | undefined;
}

interface Audit {
  /** A fetched workflow. */
  add(document: LiveDocument): void;
  read(options: AuditOptions): AsyncIterable<LiveItem>;
}

/**
 * Samples of the runs of workflows and of the calls that sent events. Responses are only counted: nothing of them is cached,
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
      const { status, created_at: createdAt } = parseObject(text);
      const list = status === 'enabled' ? enabled : others;
      const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      if (list.length < AUDITED_WORKFLOWS) list.push({ id, text, created });
    },
    async *read(options) {
      const [runs, logs] = [choice.get('runs'), choice.get('logs')];
      const workflows =
        runs === undefined ? [] : [...enabled, ...others].slice(0, AUDITED_WORKFLOWS);
      await options.announce?.(`requests: ${describeAudit(choice, workflows.length)}\n`);
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
  let cut = 0;
  for await (const { sample, fault, isCut } of pMapIterable(workflows, read, { concurrency })) {
    if (sample !== undefined) samples.push(sample);
    if (isCut === true) cut++;
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
      `the runs of ${pluralize(unasked, 'workflow')} were not asked for: an audit samples ${AUDITED_WORKFLOWS}`,
    );
  if (cut > 0)
    yield absent(
      runSamples,
      source,
      `only the newest ${RUN_PAGES * 100} runs under way of ${pluralize(cut, 'workflow')} were listed`,
    );
  for (const [reason, { fault, workflows: failed }] of faults)
    yield lack(
      runSamples,
      source,
      fault,
      `the runs of ${pluralize(failed, 'workflow')}: ${reason}`,
    );
  if (samples.length > 0 || faults.size === 0) yield document(runSamples, source, samples);
}

async function* auditEvents(size: number, { client, concurrency }: AuditOptions) {
  const source = `${client.baseUrl}/logs`;
  const { samples, fault } = await sampleEvents(client, size, concurrency);
  if (fault !== undefined) yield lack(eventSamples, source, fault, `/logs: ${reasonOf(fault)}`);
  if (samples.length > 0 || fault === undefined) yield document(eventSamples, source, samples);
}

/** Messages of failures quote responses, which may contain addresses. */
function reasonOf({ kind, status }: ApiFault): string {
  const code = status === undefined ? '' : ` (${status})`;
  if (kind === 'denied') return `the key may not read them${code}`;
  if (kind === 'missing') return `the service does not have them${code}`;
  return kind === 'temporary' ? `the service failed${code}` : `the answer cannot be used${code}`;
}

const document = (type: ResourceType, source: string, samples: readonly object[]): LiveItem => ({
  kind: 'document',
  of: type.name,
  source,
  text: printList(samples.map((sample) => type.keep(sample as JsonObject))),
});

const absent = ({ name: of }: ResourceType, source: string, reason: string): LiveItem => ({
  kind: 'absent',
  of,
  source,
  reason,
});

/** Samples that the key may not read, or that the service does not have, are not failures. */
const lack = (type: ResourceType, source: string, { kind }: ApiFault, message: string): LiveItem =>
  kind === 'denied' || kind === 'missing'
    ? absent(type, source, message)
    : { kind: 'failure', of: [type.name], source, message, refused: false };
