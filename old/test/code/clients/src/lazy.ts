import { Resend } from 'resend';

let cached: Resend | undefined;
function client() {
  if (!cached) {
    cached = new Resend(process.env.RESEND_API_KEY);
  }
  return cached;
}
export const left = (email: string) => client().events.send({ event: 'user.lft', email }); // finds sent-unknown-event

let later: Resend | undefined;
export const start = (key: string) => {
  later = new Resend(key);
};
export const bye = (email: string) => later?.events.send({ event: 'user.by', email }); // finds sent-unknown-event

export class Mailer {
  private readonly client?: Resend = process.env.RESEND_API_KEY ? new Resend() : undefined;
  left(email: string) {
    return this.client?.events.send({ event: 'user.lef', email }); // finds sent-unknown-event
  }
}
export function handle(this: { events: { send(given: object): void } }) {
  this.events.send({ type: 'opened' });
}
