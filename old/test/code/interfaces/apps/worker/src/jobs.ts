import type { EmailService } from '@acme/email';

interface Deps { emails: EmailService; log: (message: string) => void }

export const createJobs = ({ emails, log }: Deps) => ({
  async left(user: { email: string }) {
    log('left');
    await emails.notify('user.left', user);
  },
  async abandoned(user: { email: string; days: number }) {
    await emails.notify('trial.endin', user, { days_left: user.days, ends_at: new Date() }); // finds sent-unknown-event
  },
});

type Options = { event: 'user.left' | 'user.lost'; emails: EmailService }; // finds sent-unknown-event

export const leave = (options: Options, user: { email: string }) => options.emails.notify(options.event, user);

export class Registration {
  constructor(private readonly emails: EmailService) {}
  async run(user: { email: string; name: string }) {
    await this.emails.notify('user.created', user, { plan: 'free', nane: user.name }); // finds sent-payload-mismatch
  }
}
