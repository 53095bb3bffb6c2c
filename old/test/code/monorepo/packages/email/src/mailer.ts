import { client } from './client';
const mailer = {
  async track(event: string, to: { email: string }, payload?: Record<string, unknown>) {
    return client.events.send({ event, email: to.email, ...(payload ? { payload } : {}) });
  },
};
export default mailer;
