export interface EmailService {
  notify(event: string, contact: { email: string }, payload?: Record<string, unknown>): Promise<void>;
}

export abstract class Notifier {
  abstract send(event: string, email: string): Promise<void>;
  welcome(email: string) {
    return this.send('user.lft', email); // finds sent-unknown-event
  }
}
