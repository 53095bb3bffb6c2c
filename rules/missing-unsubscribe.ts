import { configText, templateOf } from '../src/core/model/config.ts';
import { secondsOfOption } from '../src/core/model/duration.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { templateTags } from '../src/core/model/template-text.ts';
import { quote } from '../src/core/model/text.ts';
import { templateFor } from '../src/core/resources/templates.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

const LINKS = ['RESEND_UNSUBSCRIBE_URL', 'UNSUBSCRIBE_URL'];

export default defineRule({
  id: 'missing-unsubscribe',
  severity: 'info',
  preset: 'strict',
  stage: 'flow',
  summary: 'A marketing email whose template has no link to unsubscribe.',
  why: 'The service adds no link, and contacts who cannot unsubscribe report the email as spam.',
  remedy: 'Add {{{RESEND_UNSUBSCRIBE_URL}}} to the template.',
  options: optionsOf({
    after: durationOption('1 hour', 'Emails so long after the trigger, or with a topic, count.'),
  }),

  workflow({ workflow, steps, workspace }, report, { after }) {
    for (const step of steps.filter((each) => isEmail(each) && templateOf(each) !== undefined)) {
      const { html, text, name, alias, id } = templateFor(step, workspace) ?? {};
      const tags = [...templateTags(html), ...templateTags(text)];
      const hasLink = tags.some((tag) => tag.isRendered && LINKS.includes(tag.name));
      if (typeof html !== 'string' || hasLink) continue;
      const moments = workspace.casesOf(workflow)?.cases.flatMap((each) => each.moments) ?? [];
      const own = moments.filter((moment) => moment.step === step);
      const isLate = own.every(({ time }) => time.min >= secondsOfOption(after));
      if (own.length === 0 || (!isLate && configText(step, 'topic_id') === undefined)) continue;
      const called = name ?? alias ?? id ?? '';
      report({
        at: [step, 'config', 'template', 'id'],
        message: `template ${quote(called)} has no link to unsubscribe`,
        help: 'add {{{RESEND_UNSUBSCRIBE_URL}}} to the template',
        habit: 'templates have no link to unsubscribe',
        name: called,
      });
    }
  },
});
