import { configValue, labelOf, templateOf } from '../src/core/model/config.ts';
import { isGiven } from '../src/core/model/json.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import type { Template } from '../src/core/resources/templates.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-email-field',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'An email without a subject or a sender, in the step and in its template.',
  why: 'Without a sender the email is not sent; without a subject spam filters reject it.',
  remedy: 'Add "subject" or "from" to the step, or to its template.',

  workflow({ steps, workspace }, report) {
    for (const step of steps.filter(isEmail)) {
      const [subject, from] = [configValue(step, 'subject'), configValue(step, 'from')];
      // A blank subject replaces that of the template. An empty one may be an unset field.
      const isBlank = typeof subject === 'string' && subject.trim() === '' && subject !== '';
      if (isBlank)
        report({
          at: [step, 'config', 'subject'],
          message: `subject of ${labelOf(step)} is blank`,
          help: 'write a subject',
          severity: 'warning',
        });
      const [hasSubject, hasSender] = [isWritten(subject) || isBlank, isWritten(from)];
      const name = templateOf(step);
      if (name === undefined || (hasSubject && hasSender)) continue;
      const template = workspace.ask<Template>('templates', 'some')?.find(name)?.item.value;
      // An item of a list does not show what the template has.
      const isWhole = template?.variables !== undefined || template?.html !== undefined;
      const message = (what: string): string =>
        `neither ${labelOf(step)} nor template ${quote(name)} has a ${what}`;
      if (isWhole && !hasSender && !isWritten(template.from))
        report({
          at: [step, 'config'],
          message: message('sender'),
          help: 'add "from": "Name <name@your-domain>" to the config, or a sender to the template',
          name: 'from',
          loses: [step],
        });
      if (hasSubject || isWritten(template?.subject)) continue;
      if (isWhole)
        report({
          at: [step, 'config'],
          message: message('subject'),
          help: 'add "subject": "…" to the config of the step, or a subject to the template',
          name: 'subject',
        });
      else if (isAlpha(step))
        report({
          at: [step, 'config'],
          message: `${labelOf(step)} has no subject`,
          help: 'add "subject": "…" to its config',
          name: 'subject',
          severity: 'warning',
        });
    }
  },
});

const isWritten = (value: unknown): boolean =>
  isGiven(value) && (typeof value !== 'string' || value.trim() !== '');

/** The alpha requires a subject in the step. */
const isAlpha = ({ written, workflow }: Step): boolean =>
  written.get('/config/template/id')?.startsWith('/config/template') === true &&
  (written.get('/key') === '/id' ||
    workflow.edges?.some((edge) => edge.written.get('/from')?.startsWith('/from_')) === true);
