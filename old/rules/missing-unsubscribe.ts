import { arrivalsOf } from '../src/core/graph/arrivals.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { resourceUsesOf } from '../src/core/graph/resource-uses.ts';
import { emailsWithTemplates, labelOfEmail } from '../src/core/graph/template-uses.ts';
import { secondsOfOption } from '../src/core/model/duration.ts';
import { quote } from '../src/core/model/label.ts';
import { UNSUBSCRIBE_LINK } from '../src/core/resources/template-variables.ts';
import templates, { templateTags } from '../src/core/resources/templates.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

const LINKS = [UNSUBSCRIBE_LINK, 'UNSUBSCRIBE_URL'];

export default defineRule({
  id: 'missing-unsubscribe',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  summary: 'A marketing email whose template has no link to unsubscribe.',
  why: 'The service adds no link to emails of a workflow, and contacts who cannot unsubscribe report them as spam.',
  remedy: `Add {{{${UNSUBSCRIBE_LINK}}}} to the template.`,
  whenOff: 'When the template links to a page of your own to unsubscribe.',
  options: optionsOf({
    after: durationOption(
      '1 hour',
      'An email that is sent so long after the trigger counts as marketing; an email with a topic always does.',
    ),
  }),
  needs: { templates: 'any' },

  workflow({ graph, ...context }, report, { after }) {
    if (context.workspace.resources(templates).items.length === 0) return;
    const { emails, topics } = resourceUsesOf(graph);
    const arrivals = arrivalsOf(flowOf(graph));
    const limit = secondsOfOption(after);
    const marketing = emails.filter(
      ({ step }) =>
        (arrivals.get(step)?.min ?? 0) >= limit || topics.some((topic) => topic.step === step),
    );
    for (const { email, template } of emailsWithTemplates(marketing, context)) {
      const { html, text } = template.value;
      if (typeof html !== 'string') continue;
      const tags = [...templateTags(html), ...templateTags(text)];
      if (tags.some(({ name, isRendered }) => isRendered && LINKS.includes(name))) continue;
      report({
        at: [email.step, ...email.path],
        message: `template ${quote(email.name)} of ${labelOfEmail(email.step)} has no link to unsubscribe`,
        help: `add {{{${UNSUBSCRIBE_LINK}}}} to the template`,
      });
    }
  },
});
