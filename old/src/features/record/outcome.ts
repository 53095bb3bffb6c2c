import { isIP } from 'node:net';
import type { Runtime } from '../../command.ts';
import { pluralize } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { writeStream } from '../../run/output.ts';
import { UserError } from '../../run/user-error.ts';
import type { RecordedAccount } from './account.ts';
import { hostOf } from './environment.ts';
import { isReading } from './requests.ts';

/** It sent nothing, or only looked. */
export function nothingCreated(account: RecordedAccount): UserError {
  const requests = account.requests();
  if (requests.length > 0 && requests.every(({ method }) => isReading(method)))
    return new UserError(
      `${pluralize(requests.length, 'request')}, all of them reads: the command created no workflows or events`,
      'does the command need a flag such as --apply?',
    );
  return new UserError(
    'the command created no workflows or events',
    'it must use an official SDK, Node, or RESEND_BASE_URL; edgewise code PATH reads source, edgewise pull the account; --allow-empty makes this a success',
  );
}

/** What was refused of the service is a failure; anything else is a note. */
export async function reportRefused(
  refused: readonly string[],
  hosts: readonly string[],
  { stderr }: Runtime,
): Promise<readonly string[]> {
  const isService = (target: string): boolean => {
    const host = hostOf(target).replace(/:443$/, '');
    const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
    return hosts.includes(host) || hosts.includes(name) || isIP(name) !== 0;
  };
  const listed = (targets: readonly string[]): string => escapeText(targets.join(', '));
  const others = refused.filter((target) => !isService(target));
  if (others.length > 0)
    await writeStream(stderr, [
      `edgewise: record refused the connections to ${listed(others)}: only Node can reach other hosts\n`,
    ]);
  const own = refused.filter(isService);
  return own.length === 0
    ? []
    : [
        `the connections to ${listed(own)} were refused: only what reads RESEND_BASE_URL is recorded`,
      ];
}
