import { Resend } from 'resend';
declare function load(): any;
const resend = new Resend('re_x');

const templates = [
  {
    name: 'Day 1',
    variables: [
      { key: 'PLAN', name: 'Plan', type: 'string', fallback: 'free' }, // finds dropped-field
      { key: 'DAY', type: 'number', default_value: 1 },
    ],
  },
  { name: 'Day 2', variables: [{ key: 'FIRST_NAME', type: 'string', fallbackValue: 'you' }] }, // finds invalid-variable-name
];
for (const template of templates) {
  const { error } = await resend.templates.create(template as any).publish();
  if (error) throw error;
}
await resend.templates.create({
  name: load(),
  html: '<p>{{{PLAN-NAME}}}</p>',
  variables: [
    { key: 'PLAN-NAME', type: 'string' }, // finds invalid-variable-name
    { key: 'CITY', type: 'string', fallbackValue: null, fallback_value: 'here' },
  ],
} as any);
