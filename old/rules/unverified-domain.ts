import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { createNearest } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { atFirst } from '../src/core/model/place.ts';
import {
  asciiDomain,
  DOMAIN_LENGTH,
  fromOf,
  parseSender,
  TEST_DOMAIN,
} from '../src/core/model/sender.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { inSeveral } from '../src/core/model/text.ts';
import domains, { type Domain } from '../src/core/resources/domains.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Target, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unverified-domain',
  severity: 'error',
  preset: 'recommended',
  category: 'email',
  summary: 'A sender whose domain is not verified.',
  why: 'The service refuses to send from it, so the step fails and no contact receives the email.',
  remedy: 'Send from a verified domain, or verify this one.',
  whenOff: 'When the domain is verified after the check.',
  needs: { domains: 'partly', templates: 'partly' },

  workflow({ workflow, graph, workspace }, report) {
    const isComplete = workspace.resources(domains).completeness === 'complete';
    const { find, items } = workspace.resources(templates);
    const isTest = (step: Step): boolean => fromOf(step)?.includes(TEST_DOMAIN) === true;
    if (!isComplete && items.length === 0 && !graph.where(isEmail).some(isTest)) return;
    const sent = resourceUsesOf(graph).emails.flatMap(({ step, name, path }) => {
      const from = fromOf(step);
      const own = from?.trim() ? from : undefined;
      const sender = own ?? find(name)?.value.from;
      const parsed = sender == null ? undefined : parseSender(sender);
      if (parsed?.kind !== 'sender') return [];
      const at: Target = own === undefined ? [step, ...path] : [step, 'config', 'from'];
      return { at, domain: asciiDomain(parsed.domain) };
    });
    for (const [domain, emails] of groupBy(sent, (each) => each.domain)) {
      const fault =
        domain === TEST_DOMAIN
          ? faultOfTest(workflow.status)
          : isComplete
            ? workspace.memoized(createFaults)(domain)
            : undefined;
      if (fault === undefined) continue;
      const places = emails.map(({ at }) => at);
      report({
        ...atFirst(places),
        message: fault.message + inSeveral(places.length, 'emails'),
        help: fault.help,
        fingerprintKey: { names: groupIdentity(workflow.ref), detail: domain },
      });
    }
  },
});

interface Fault {
  readonly message: string;
  readonly help: string;
}

const faultOfTest = (status: string | undefined): Fault | undefined =>
  status === 'enabled'
    ? {
        message: `"${TEST_DOMAIN}" sends to the address of the account only`,
        help: 'send from a verified domain of your own',
      }
    : undefined;

function createFaults(workspace: Workspace): (domain: string) => Fault | undefined {
  const { items, find } = workspace.resources(domains);
  const byDomain = new Map(
    items.toReversed().map(({ value }) => [asciiDomain(value.name ?? ''), value]),
  );
  const verified = items.flatMap(({ value: { name, status } }) =>
    name !== undefined && status === 'verified' ? name : [],
  );
  const findRelated = createRelated(verified);
  const nearest = createNearest(verified);
  return (domain) => {
    const found = find(domain)?.value ?? byDomain.get(domain);
    if (found !== undefined) return faultOf(domain, found);
    const near = findRelated(domain) ?? nearest(domain);
    return {
      message: `sender domain ${quote(domain)} is not a domain of the account`,
      help:
        near === undefined
          ? `add and verify ${quote(domain)}, or send from a verified domain`
          : `send from ${quote(near)}, which is verified, or verify ${quote(domain)}`,
    };
  };
}

function faultOf(domain: string, { status, capabilities }: Domain): Fault | undefined {
  if (capabilities?.sending === 'disabled')
    return {
      message: `domain ${quote(domain)} is not set up for sending`,
      help: `enable sending for ${quote(domain)}, or send from another domain`,
    };
  // Partly verified records are not reported: the missing ones may be for tracking or receiving only.
  if (status === undefined || status === 'verified' || status === 'partially_verified')
    return undefined;
  return {
    message: `domain ${quote(domain)} is not verified (its status is ${quote(status)})`,
    help: `verify ${quote(domain)}, or send from another domain`,
  };
}

/** The first of the names that is above a domain or below it. */
function createRelated(names: readonly string[]): (domain: string) => string | undefined {
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  const below = new Map<string, number>();
  for (const [rank, name] of names.entries()) {
    for (const above of domainsAbove(name)) if (!below.has(above)) below.set(above, rank);
  }
  return (domain) => {
    const known = [below.get(domain), ...domainsAbove(domain).map((above) => ranks.get(above))];
    // There is no name of that rank.
    return names[Math.min(...known.map((rank = names.length) => rank))];
  };
}

/** "b.io" and "io" of "a.b.io". */
const domainsAbove = (domain: string): readonly string[] =>
  domain.length > DOMAIN_LENGTH
    ? []
    : [...domain.matchAll(/\./g)].map(({ index }) => domain.slice(index + 1));
