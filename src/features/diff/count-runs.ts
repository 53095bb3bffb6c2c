import type { Runtime } from '../../command.ts';
import { pluralize } from '../../core/model/text.ts';
import { RUN_PAGES } from '../../run/audit-choice.ts';
import type { Live, RunCount } from '../../run/context.ts';
import { writeStream } from '../../run/output.ts';
import type { Difference } from './difference.ts';

const MAX_COUNTED = 200;

/** The difference with the runs under way of each workflow that is to be changed. */
export async function withRuns(
  difference: Difference,
  live: Live,
  { stderr }: Runtime,
): Promise<Difference> {
  const ids = difference.workflows.flatMap(({ deployment }) => deployment?.id ?? []);
  if (ids.length === 0) return difference;
  const asked = ids.slice(0, MAX_COUNTED);
  await writeStream(stderr, [
    `requests: GET /automations/{id}/runs?status=running of ${pluralize(asked.length, 'workflow')} (at most ${asked.length * RUN_PAGES})\n`,
  ]);
  const counts = new Map<string | undefined, RunCount>();
  const reasons = new Map<string, number>();
  for await (const each of live.countRuns(asked)) {
    if ('reason' in each) reasons.set(each.reason, (reasons.get(each.reason) ?? 0) + 1);
    else counts.set(each.id, each);
  }
  const unasked = ids.length - asked.length;
  if (unasked > 0) reasons.set(`at most ${MAX_COUNTED} workflows are asked for`, unasked);
  const unread = [...reasons].map(([reason, n]) => ({
    what: `the runs of ${pluralize(n, 'workflow')}`,
    reason,
    oneSided: true,
  }));
  const workflows = difference.workflows.map((change) => {
    const { deployment } = change;
    const found = counts.get(deployment?.id);
    if (deployment === undefined || found === undefined) return change;
    const { running, isMore, runs: ids } = found;
    return { ...change, deployment: { ...deployment, runs: { running, isMore, ids } } };
  });
  return { ...difference, workflows, notCompared: [...difference.notCompared, ...unread] };
}
