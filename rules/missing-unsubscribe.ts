import { configText, templateOf } from '../src/core/model/config.ts';
import { secondsOfOption } from '../src/core/model/duration.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { templateTags } from '../src/core/model/template-text.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import type { Template } from '../src/core/resources/templates.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

const LINK = 'RESEND_UNSUBSCRIBE_URL';
const LINKS = [LINK, 'UNSUBSCRIBE_URL'];

export default defineRule({
  id: 'missing-unsubscribe',
  severity: 'info',
  preset: 'strict',
  stage: 'flow',
  summary: 'A marketing email whose template has no link to unsubscribe.',
  why: 'The service adds no link, and contacts who cannot unsubscribe report the email as spam.',
  remedy: `Add {{{${LINK}}}} to the template.`,
  options: optionsOf({
    after: durationOption(
      '1 hour',
      'Emails so long after the trigger count as marketing; those with a topic always do.',
    ),
  }),

  workflow({ workflow, steps, workspace }, report, { after }) {
    const emails = steps.filter((step) => isEmail(step) && templateOf(step) !== undefined);
    if (emails.length === 0) return;
    const templates = workspace.ask<Template>('templates', 'some');
    const cases = templates && workspace.casesOf(workflow)?.cases;
    if (cases === undefined) return;
    const earliest = new Map<Step, number>();
    for (const { step, time } of cases.flatMap(({ moments }) => moments))
      earliest.set(step, Math.min(time.min, earliest.get(step) ?? Number.POSITIVE_INFINITY));
    for (const step of emails) {
      const isLate = (earliest.get(step) ?? 0) >= secondsOfOption(after);
      if (!isLate && configText(step, 'topic_id') === undefined) continue;
      const { html, text, name, alias, id } =
        templates?.find(templateOf(step) ?? '')?.item.value ?? {};
      if (typeof html !== 'string') continue;
      const tags = [...templateTags(html), ...templateTags(text)];
      if (tags.some((tag) => tag.isRendered && LINKS.includes(tag.name))) continue;
      const called = name ?? alias ?? id ?? '';
      report({
        at: [step, 'config', 'template', 'id'],
        message: `template ${quote(called)} has no link to unsubscribe`,
        help: `add {{{${LINK}}}} to the template`,
        habit: 'templates have no link to unsubscribe',
        name: called,
      });
    }
  },
});
