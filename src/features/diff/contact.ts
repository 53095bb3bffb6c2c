import { asWritten } from '../../core/document/bind.ts';
import { buildGraph } from '../../core/graph/graph.ts';
import { formatDuration } from '../../core/model/duration.ts';
import { isEmail } from '../../core/model/step-type.ts';
import { plural } from '../../core/model/text.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { casesOf } from '../../core/run/cases.ts';

/** What a contact notices of a change: the emails and how long they take, before and after. */
export function contactEffect(before: Workflow, after: Workflow): readonly string[] {
  const [old, now] = [effectOf(before), effectOf(after)];
  if (old === undefined || now === undefined || old === now) return [];
  return [`gets ${now}; before: ${old}`];
}

/** `2 to 3 emails in 7 days`; undefined where the cases are too many. */
function effectOf(workflow: Workflow): string | undefined {
  if (workflow.steps === undefined || workflow.edges === undefined) return undefined;
  const { cases, isAll } = casesOf(buildGraph(asWritten(workflow)));
  if (!isAll) return undefined;
  const emails = cases.map(({ moments }) =>
    moments.filter(({ step, isSent }) => isEmail(step) && isSent !== false),
  );
  const counts = emails.map(({ length }) => length);
  const ends = emails.flatMap((of) => of.at(-1)?.time.max ?? []);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const amount = least === most ? plural(most, 'email') : `${least} to ${plural(most, 'email')}`;
  const last = Math.max(0, ...ends);
  const isOpen = cases.some(({ end }) => end === 'repeats');
  if (isOpen) return `${least} or more emails, without an end`;
  if (most === 0) return 'no emails';
  if (!Number.isFinite(last)) return `${amount} in an unknown time`;
  return last === 0 ? `${amount} at once` : `${amount} in ${formatDuration(last)}`;
}
