import { configText, templateOf } from '../src/core/model/config.ts';
import { asciiDomain, matchesDomain, parseSender, TEST_DOMAIN } from '../src/core/model/sender.ts';
import { listNames, quote } from '../src/core/model/text.ts';
import type { Domain } from '../src/core/resources/domains.ts';
import { templateFor } from '../src/core/resources/templates.ts';
import { defineRule, namesOption, optionsOf, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unverified-domain',
  severity: 'error',
  stage: 'structure',
  summary: 'A sender whose domain is not verified, or not allowed.',
  why: 'The service refuses to send from it, so the step fails and no contact receives the email.',
  remedy: 'Send from a verified domain, or verify this one.',
  options: optionsOf({
    allow: namesOption('Allowed domains, such as "*.acme.com" with subdomains. Empty: any.'),
  }),

  workflow({ workflow, emails, workspace }, report, { allow }) {
    // Only with domains there is something to check.
    const hasItems = workspace.hasResources;
    for (const step of emails) {
      const own = configText(step, 'from');
      const isNamed = own === undefined && hasItems && templateOf(step) !== undefined;
      const sender = parseSender(own ?? ((isNamed && templateFor(step, workspace)?.from) || ''));
      if (sender.kind !== 'sender') continue;
      const domain = asciiDomain(sender.domain);
      const isAllowed = allow.length === 0 || allow.some((each) => matchesDomain(domain, each));
      const isTest = domain === TEST_DOMAIN;
      const isOwn = (): boolean =>
        isTest ? workflow.status !== 'enabled' : isVerified(domain, workspace);
      if (isAllowed && isOwn()) continue;
      report({
        at: own === undefined ? [step, 'config', 'template', 'id'] : [step, 'config', 'from'],
        message: `sender domain ${quote(domain)} is not ${isAllowed ? 'verified' : 'allowed'}`,
        help: isAllowed
          ? 'send from a verified domain of your own'
          : `use one of ${listNames(allow)}`,
        name: domain,
      });
    }
  },
});

/** Whether the account may send from a domain, or its domains are not known. */
function isVerified(domain: string, workspace: Workspace): boolean {
  const domains = workspace.ask<Domain>('domains', 'all');
  if (domains === undefined) return true;
  const known = domains.items.find(({ value }) => asciiDomain(value.name ?? '') === domain);
  if (known === undefined || known.value.capabilities?.sending === 'disabled') return false;
  // What is not verified of a part may be for tracking or receiving only.
  return ['verified', 'partially_verified'].includes(known.value.status ?? 'verified');
}
