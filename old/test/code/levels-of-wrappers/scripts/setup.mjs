const HOST = 'https://api.resend.com';
const SENDER = process.env.SENDER || 'Acme <hello@acme.com>';

async function request(method, path, body) {
  const response = await fetch(`${HOST}${path}`, {
    method,
    headers: { Authorization: `Bearer ${process.env.RESEND_API_KEY}` },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

async function defineEvent(name, schema) {
  try {
    return await request('POST', '/events', { name, schema });
  } catch (error) {
    console.warn(error);
  }
}

async function addTemplate({ name, html }) {
  const { id } = await request('POST', '/templates', { name, html, from: SENDER });
  await request('POST', `/templates/${id}/publish`);
  return id;
}

async function addUnlessThere(names, workflow) {
  if (names.has(workflow.name)) return;
  const { id } = await request('POST', '/automations', workflow);
  console.log(workflow.name, id);
}

const reminder = ({ name, timeout, template }) => ({
  name,
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
    { key: 'wait', type: 'wait_for_event', config: { event_name: 'trial.ended', timeout } }, // finds unknown-event
    { key: 'mail', type: 'send_email', config: { from: SENDER, template: { id: template } } },
  ],
  connections: [
    { from: 'start', to: 'wait' },
    { from: 'wait', to: 'mail', type: 'timeout' },
  ],
});

const WINDOWS = [
  { name: 'After a day', timeout: '1 day' },
  { name: 'After a month', timeout: '45 days' }, // finds excessive-delay
];

async function addAll(windows, names, template) {
  for (const { name, timeout } of windows)
    await addUnlessThere(names, reminder({ name, timeout, template }));
}

await defineEvent('trial.started', { name: 'string' });
await defineEvent('trial.started', { name: 'string' });
const names = new Set((await request('GET', '/automations')).data.map(({ name }) => name));
const template = await addTemplate({ name: 'Reminder', html: '<p>Hello</p>' });
await addAll(WINDOWS, names, template);
await addUnlessThere(names, {
  name: 'Goodbye',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.left' } },
    { key: 'mail', type: 'send_email', config: { from: SENDER, template: { id: template } } },
  ],
  connections: [{ from: 'start', to: 'mial' }], // finds dangling-edge
});
