import { arrivalsOf } from '../src/core/graph/arrivals.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { resourceFactOf } from '../src/core/graph/resource-facts.ts';
import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates, labelOfEmail, placeOfUse } from '../src/core/graph/template-uses.ts';
import { DURATION_OPTION, secondsOfOption } from '../src/core/model/duration.ts';
import { quote } from '../src/core/model/label.ts';
import { UNSUBSCRIBE_LINK } from '../src/core/model/reserved-names.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import templates, { templateTags } from '../src/core/resources/templates.ts';
import { defineRule } from '../src/rule.ts';

const LINKS = [UNSUBSCRIBE_LINK, 'UNSUBSCRIBE_URL'];

export default defineRule({
  id: 'missing-unsubscribe',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'A marketing email whose template has no link to unsubscribe.',
  why: 'The service adds no link to emails of a workflow, and contacts who cannot unsubscribe report them as spam.',
  remedy: `Add {{{${UNSUBSCRIBE_LINK}}}} to the template.`,
  whenOff: 'When the template links to a page of your own to unsubscribe.',
  options: {
    defaults: { after: '1 hour' },
    schema: {
      after: {
        ...DURATION_OPTION,
        description:
          'An email that is sent so long after the trigger counts as marketing; an email with a topic always does.',
      },
    },
  },
  needs: { templates: 'any' },
  gaps: ['templates'],

  facts({ graph, hasResources }, { after }) {
    if (!hasResources) return undefined;
    const arrivals = arrivalsOf(flowOf(graph));
    const limit = secondsOfOption(after);
    const late = graph
      .where(isEmail)
      .filter((step) => (arrivals.at(step)?.min ?? 0) >= limit)
      .map(({ index }) => index);
    const fact =
      late.length > 0 || resourceUsesOf(graph).topics.length > 0
        ? resourceFactOf({ graph, hasResources })
        : undefined;
    return fact === undefined ? undefined : { fact, late };
  },

  workspace({ facts, workspace, leaveUnchecked }, report) {
    const known = workspace.resources(templates);
    const flat = facts.map(({ fact: { fact, late }, ...rest }) => ({ ...rest, fact, late }));
    for (const { fact, email, template } of emailsWithTemplates(flat, known, leaveUnchecked)) {
      const isMarketing =
        fact.late.includes(email.index) ||
        fact.fact.topics.some(({ index }) => index === email.index);
      const { html, text } = template.value;
      if (!isMarketing || typeof html !== 'string') continue;
      const tags = [...templateTags(html), ...templateTags(text)];
      if (tags.some(({ name, isRendered }) => isRendered && LINKS.includes(name))) continue;
      report({
        at: placeOfUse(fact, email, email.templateAt),
        message: `template ${quote(email.template)} of ${labelOfEmail(email)} has no link to unsubscribe`,
        help: `add {{{${UNSUBSCRIBE_LINK}}}} to the template`,
      });
    }
  },
});
