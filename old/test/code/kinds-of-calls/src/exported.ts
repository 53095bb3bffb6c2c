import { resend } from './client';
const email = 'a@b.co';
const send = (event: string) => resend.events.send({ event, email });
function sendDefault(event = 'user.default') { // finds sent-unknown-event
  return resend.events.send({ event, email });
}
export const [first, { second }] = [send, { second: send }];
export { send as renamed, sendDefault };
export class Mailer {
  send = send;
  static all(events: string[]) {
    return events.map((event) => resend.events.send({ event, email }));
  }
}
export enum Names {
  Gone = 'enum.gone', // finds sent-unknown-event
}
export default { send, nested: { send } };
