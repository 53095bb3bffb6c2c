import { Resend } from 'resend';

export class EmailClient {
  #client: Resend;
  static instance?: EmailClient;
  constructor(key: string) {
    this.#client = new Resend(key);
  }
  static get() {
    return (EmailClient.instance ??= new EmailClient(process.env.RESEND_API_KEY!));
  }
  async userLeft(email: string) {
    return this.#client.events.send({ event: 'user.leftt', email }); // finds sent-unknown-event
  }
  async send(event: string, email: string, data: object) {
    return this.#client.events.send({ event, email, data }); // finds dropped-field
  }
}

export const leave = (email: string) => EmailClient.get().send('cart.lft', email, {}); // finds sent-unknown-event
