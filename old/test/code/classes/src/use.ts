import { Mailer } from './mailer';

abstract class Base {
  abstract send(event: string): Promise<void>;
  left() {
    return this.send('user.none');
  }
}
export class Welcome extends Base {
  constructor(private mailer: Mailer, private event: string) {
    super();
    mailer.send('user.wlcome', 'a@b.co'); // finds sent-unknown-event
    mailer.send(event, 'a@b.co'); // open event
  }
}
export async function perhaps(mailer: 'none' | Mailer | null) {
  await mailer?.send('user.perhaps', 'a@b.co'); // finds sent-unknown-event
}
export async function notify(mailer: Mailer, jobs: Queue) {
  await mailer.send('user.noted', 'a@b.co'); // finds sent-unknown-event
  await mailer.later('user.late', 'a@b.co');
  await jobs.add('user.added');
}
