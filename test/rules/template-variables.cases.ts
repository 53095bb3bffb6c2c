import type { RuleCases } from '../cases.ts';

const template = (variables: readonly object[], more: object = {}): string =>
  `templates ${JSON.stringify([
    {
      id: '1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21',
      alias: 'welcome',
      status: 'published',
      variables,
      ...more,
    },
  ])}`;
const required = (key: string, type = 'string') => ({ key, type, fallback_value: null });
const email = (variables: object, ...lists: readonly string[]): string => `
        workflow Trial onboarding
        start: trigger trial.started
        welcome: send_email welcome ${JSON.stringify(variables)}
        start -> welcome
        event trial.started {"plan": "string", "days": "number"}
        ${lists.join('\n')}`;
const PLAN = { var: 'event.plan' };

export default {
  valid: [
    email({ PLAN }, template([required('PLAN')])),
    email({}, template([{ ...required('PLAN'), fallback_value: 'free' }])),
    email({ DAYS: { var: 'event.days' } }, template([required('DAYS', 'number')])),
    { name: 'templates are not loaded', input: email({ ANYTHING: 'x' }) },
    {
      name: 'a list, which has no variables',
      input: email({ A: 'x' }, 'templates [{"id": "1", "alias": "welcome"}]'),
    },
    {
      name: 'the property has a fallback',
      input: email(
        { COMPANY: { var: 'contact.properties.company' } },
        template([required('COMPANY')]),
        'contact_properties [{"id": "p", "key": "company", "type": "string", "fallback_value": "you"}]',
      ),
    },
  ],
  invalid: [
    {
      name: 'missing',
      input: email({ PLAN }, template([required('PLAN'), required('NAME')])),
      reports: ['send_email "welcome" lacks "NAME" of template "welcome"'],
    },
    {
      name: 'misspelt: one fault',
      input: email({ PLAN_NAME: PLAN }, template([required('PLANNAME')])),
      reports: ['template "welcome" has no variable "PLAN_NAME"'],
    },
    {
      name: 'not declared',
      input: email({ PLAN, EXTRA: 'x' }, template([required('PLAN')])),
      reports: ['template "welcome" has no variable "EXTRA"'],
    },
    {
      name: 'another type',
      input: email({ DAYS: '14' }, template([required('DAYS', 'number')])),
      reports: ['warning: variable "DAYS" is a number, but is set to a string'],
    },
    {
      name: 'another type by the schema',
      input: email({ DAYS: PLAN }, template([required('DAYS', 'number')])),
      reports: ['warning: variable "DAYS" is a number, but is set to a string'],
    },
    {
      name: 'reserved names',
      input: email({ FIRST_NAME: PLAN, EMAIL: 'x' }),
      reports: ['warning: 2 variable names are reserved: "FIRST_NAME", "EMAIL"'],
    },
    {
      name: 'a name that no template can have',
      input: email({ 'FIRST ORDER': PLAN }),
      reports: ['warning: "FIRST ORDER" is not a valid variable name'],
    },
    {
      name: 'blank for some contacts',
      input: email({ NAME: { var: 'contact.first_name' } }, template([required('NAME')])),
      reports: ['info: "contact.first_name" can be blank, but variable "NAME" has no fallback'],
    },
    {
      name: 'texts of a template',
      input: email({ PLAN }, template([required('PLAN')], { html: '{{{PLAN}}} {{{COLOUR}}}' })),
      reports: ['template "welcome" uses and does not declare "COLOUR"'],
    },
  ],
} satisfies RuleCases;
