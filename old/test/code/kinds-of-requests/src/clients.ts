// Requests to Resend.
import { request, undici, got, ky, ofetch } from './clients';
const URL_OF_EVENTS = 'https://api.resend.com/events/send';
const email = 'a@b.co';

export async function sendAll() {
  await got(URL_OF_EVENTS, { method: 'POST', json: { event: 'by.got', email } }); // finds sent-unknown-event
  await got.post(URL_OF_EVENTS, { json: { event: 'by.got.post', email } }); // finds sent-unknown-event
  await ky.post(URL_OF_EVENTS, { body: JSON.stringify({ event: 'by.ky', email }) }); // finds sent-unknown-event
  await ofetch(URL_OF_EVENTS, { method: 'POST', body: { event: 'by.ofetch', email } }); // finds sent-unknown-event
  await request({ method: 'POST', url: URL_OF_EVENTS, json: { event: 'by.request', email } }); // finds sent-unknown-event
  await undici.request(URL_OF_EVENTS, { method: 'POST', body: JSON.stringify({ event: 'by.undici', email }) }); // finds sent-unknown-event
  await anything('https://api.resend.com/events/send', { method: 'POST', body: JSON.stringify({ event: 'by.any', email }) }); // finds sent-unknown-event
  await anything(`https://API.resend.com/events/send`, { method: 'POST', body: JSON.stringify({ event: 'by.template', email }) }); // finds sent-unknown-event
  await fetch(`${URL_OF_EVENTS}/?now=1`, { method: 'POST', body: JSON.stringify({ event: 'by.query', email }) }); // finds sent-unknown-event
  await fetch(`${URL_OF_EVENTS}#now`, { method: 'POST', body: JSON.stringify({ event: 'by.hash', email }) }); // finds sent-unknown-event
  await queue('https://queue.acme.com/events/send', { method: 'POST', body: JSON.stringify({ event: 'by.queue', email }) });
  await anything('https://api.resend.com/events/send', { event: 'by.none', email });
  await fetch(URL_OF_EVENTS, { method: 'GET', body: JSON.stringify({ event: 'by.get', email }) });
  await fetch(URL_OF_EVENTS, { body: JSON.stringify({ event: 'by.none', email }) });
  await fetch(URL_OF_EVENTS, { method: 'POST', body: qs.stringify({ event: 'by.none', email }) }); // open event
}

export async function sendEither(isNew: boolean) {
  const body = isNew ? JSON.stringify({ event: 'user.new', email }) : JSON.stringify({ event: 'user.old', email });
  await fetch(URL_OF_EVENTS, { method: 'POST', body }); // open event
  const perhaps = isNew ? JSON.stringify({ event: 'user.perhaps', email }) : undefined; // finds sent-unknown-event
  await fetch(URL_OF_EVENTS, { method: 'POST', body: perhaps });
}

const start = { key: 'start', type: 'trigger', config: { event_name: 'user.left' } };
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'mail' }, from: 'Ann <ann@acme.com>', subject: 'Hi' } }; // finds unreachable-step
export async function update() {
  await ky.put('https://api.resend.com/automations/a1', { json: { steps: [start, mail], connections: [{ from: 'start', to: 'put' }] } }); // finds dangling-edge
  await ky.patch('https://api.resend.com/automations/a2/', { json: { steps: [start, mail], connections: [{ from: 'start', to: 'patch' }] } }); // finds dangling-edge
  await ky.post('https://api.resend.com/automations/', { json: { name: 'By post', steps: [start, mail], connections: [{ from: 'start', to: 'post' }] } }); // finds dangling-edge
  await ky.post('https://api.resend.com/automations/a3/stop', { json: load() });
  await ky.post('https://api.resend.com/automations/a3/stop', { json: { steps: load() } });
}
