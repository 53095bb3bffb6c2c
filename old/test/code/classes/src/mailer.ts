import { Resend } from 'resend';
import { Queue } from 'bullmq';

export class Mailer extends Queue {
  private name = 'mail';
  #known = 'user.knwn'; // finds sent-unknown-event
  #set = 'user.unset';
  set event(value: string) {
    this.name = value;
    this.#set = value;
  }
  get event() {
    return 'user.lft'; // finds sent-unknown-event
  }
  get late() {
    console.log('late');
    if (this.size > 3) return 'user.left';
    return 'user.created';
  }
  private get client() {
    return new Resend(process.env.RESEND_API_KEY);
  }
  constructor(
    readonly usual: string,
    private readonly from = 'a@b.co',
  ) {
    super('mail');
  }
  send(event: 'user.left', email: string): Promise<void>;
  send(event: string, email: string): Promise<void>;
  async send(event: string, email: string) {
    await this.client.events.send({ event, email });
  }
  async run(email: string) {
    await this.send('user.leaft', email); // finds sent-unknown-event
    await this.send(this.event, email);
    await this.send(this.#known, email);
    await this.send(this.#set, email); // open event
    await this.add('user.added', email);
    await this.client.events.send({ event: this.usual, email }); // open event
    await this.client.events.send({ event: this.late, email }); // open event
  }
}
