import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = (event: string) => resend.events.send({ event, email: 'a@b.co' });

class Names {
  static LEFT = 'user.left';
  readonly gone = 'user.left';
  private own = 'user.left';
  protected perhaps = 'user.none';
  public event = 'user.none';
  static of(name: string) {
    return `user.${name}`;
  }
  async sendAll() {
    await send(this.own);
    await send(this.perhaps); // open event
    await send(this.event); // open event
    await send(Names.of('left'));
  }
}

export class More extends Names {
  async sendMore(names: Names) {
    await send(this.gone);
    await send(names.gone);
    await send(Names.LEFT);
    await send(More.LEFT);
    await send(this.missing); // open event
  }
}
