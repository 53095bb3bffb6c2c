import { call, post } from './api';

const send = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });

await call('/events/send', send({ event: 'user.left', email: 'a@b.co' }));
await call('/events/send', send({ event: 'user.lefft', email: 'a@b.co' })); // finds sent-unknown-event
await call('/events/send', { method: 'POST', body: JSON.stringify({ event: 'user.lofft', email: 'a@b.co' }) }); // finds sent-unknown-event
await call('/domains');
await post({ method: 'POST', body: JSON.stringify({ event: 'user.lifft', email: 'a@b.co' }) }); // finds sent-unknown-event
