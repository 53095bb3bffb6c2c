import { Resend } from 'resend';

export class Sender {
  static readonly EVENTS = { left: 'user.lefft' } as const; // finds sent-unknown-event
  private readonly own = 'user.leff'; // finds sent-unknown-event
  private changed = 'user.start';
  inherited = 'user.base';
  #client = new Resend('re_1');
  constructor(changed: string) {
    this.changed = changed;
  }
  async run(email: string) {
    await this.#client.events.send({ event: Sender.EVENTS.left, email });
    await this.#client.events.send({ event: this.own, email });
    await this.#client.events.send({ event: this.changed, email }); // open event
    await this.#client.events.send({ event: this.inherited, email }); // open event
  }
}
export class Other extends Sender {
  override inherited = 'user.left';
}
