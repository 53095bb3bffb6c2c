import { configText, templateOf } from '../src/core/model/config.ts';
import { isGiven } from '../src/core/model/json.ts';
import { asciiDomain, matchesDomain, parseSender, TEST_DOMAIN } from '../src/core/model/sender.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { listNames, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import type { Domain } from '../src/core/resources/domains.ts';
import type { Template } from '../src/core/resources/templates.ts';
import { defineRule, namesOption, optionsOf, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unverified-domain',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A sender whose domain is not verified, or not allowed.',
  why: 'The service refuses to send from it, so the step fails and no contact receives the email.',
  remedy: 'Send from a verified domain, or verify this one.',
  options: optionsOf({
    allow: namesOption(
      'Allowed sender domains; "*.acme.com" means all subdomains. Empty: any domain.',
    ),
  }),

  workflow({ workflow, steps, workspace }, report, { allow }) {
    for (const step of steps.filter(isEmail)) {
      const own = configText(step, 'from');
      const text = own ?? senderOfTemplate(step, workspace);
      const sender = text === undefined ? undefined : parseSender(text);
      if (sender?.kind !== 'sender') continue;
      const domain = asciiDomain(sender.domain);
      const isAllowed = allow.length === 0 || allow.some((each) => matchesDomain(domain, each));
      const fault = isAllowed
        ? faultOf(domain, workflow.status, workspace)
        : {
            message: `sender domain ${quote(domain)} is not an allowed domain`,
            help: `use one of ${listNames(allow)}`,
          };
      if (fault !== undefined)
        report({
          at: own === undefined ? [step, 'config', 'template', 'id'] : [step, 'config', 'from'],
          ...fault,
          name: domain,
        });
    }
  },
});

function senderOfTemplate(step: Step, workspace: Workspace): string | undefined {
  const name = templateOf(step);
  // Only with domains there is something to check.
  if (name === undefined || !workspace.documents.some(({ items }) => items.length > 0)) return;
  const templates = workspace.ask<Template>('templates', 'some');
  return templates?.find(name)?.item.value.from ?? undefined;
}

interface Fault {
  readonly message: string;
  readonly help: string;
}

function faultOf(
  domain: string,
  status: string | undefined,
  workspace: Workspace,
): Fault | undefined {
  if (domain === TEST_DOMAIN)
    return status === 'enabled'
      ? {
          message: `"${TEST_DOMAIN}" sends to the address of the account only`,
          help: 'send from a verified domain of your own',
        }
      : undefined;
  const domains = workspace.ask<Domain>('domains', 'all');
  if (domains === undefined) return undefined;
  const known = domains.items.find(({ value }) => asciiDomain(value.name ?? '') === domain);
  const help = `verify ${quote(domain)} for sending, or send from a verified domain`;
  if (known === undefined)
    return { message: `sender domain ${quote(domain)} is not a domain of the account`, help };
  const { capabilities, status: state } = known.value;
  if (capabilities?.sending === 'disabled')
    return { message: `domain ${quote(domain)} is not set up for sending`, help };
  // What is not verified of a part may be for tracking or receiving only.
  if (!isGiven(state) || state === 'verified' || state === 'partially_verified') return undefined;
  return {
    message: `domain ${quote(domain)} is not verified (its status is ${quote(String(state))})`,
    help,
  };
}
