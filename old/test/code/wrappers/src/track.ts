import { resend } from './client';
export interface EventMap { 'user.created': { plan: string; name: string }; 'user.left': undefined }
export function track(event: 'user.left', email: string): Promise<void>;
export function track<E extends keyof EventMap>(event: E, email: string, payload: EventMap[E]): Promise<void>;
export async function track(event: string, email: string, payload?: unknown): Promise<void> {
  if (!email) return;
  await resend.events.send({ event, email: email.toLowerCase(), payload } as never);
}
type Options = { event: string; to: string; data?: Record<string, unknown>; silent?: boolean };
export const notify = async (options: Options) => {
  const { event, to, data = {}, silent = false } = options;
  const result = await resend.events.send({ event, email: to, payload: { ...data } });
  if (result.error && !silent) throw new Error(result.error.message);
};
export class Mailer {
  static async send(event: string, email: string, payload: object = {}) {
    return resend.events.send({ event, email, payload: payload as any });
  }
  async left(email: string) { return Mailer.send('user.lleft', email); } // finds sent-unknown-event
}
export class Welcome extends Mailer {}
abstract class Base {
  protected async emit(name: string, email: string) { await resend.events.send({ event: name, email }); }
}
export class Child extends Base {
  run(email: string) { return this.emit('user.gone', email); } // finds sent-unknown-event
}
export const mailer = {
  client: resend,
  async send(event: string, email: string) { return this.client.events.send({ event, email }); },
  bye(email: string) { return mailer.send('user.bye', email); }, // finds sent-unknown-event
};
export async function shadow(event: string) {
  const inner = async (event: string) => resend.events.send({ event, email: 'a@b.co' });
  await inner('user.left');
  await inner('user.leff'); // finds sent-unknown-event
}
export function last({ email, ...rest }: { email: string; event: string }) { return resend.events.send({ email, ...rest } as any); }
function local() { return 'user.left'; }
export const viaFunction = (email: string) => resend.events.send({ event: local(), email });
const build = (user: { email: string; plan: string; name: string }) => ({ event: 'user.created', email: user.email, payload: { plan: user.plan, name: user.name } });
export const viaBuilder = (user: any) => resend.events.send(build(user));
const buildWrong = (user: any) => {
  if (!user) throw new Error('no user');
  const name = user.name;
  return { event: 'user.created', email: user.email, payload: { plam: user.plan, name } }; // finds sent-payload-mismatch
};
export const viaWrong = (user: any) => resend.events.send(buildWrong(user));
const failure = { event: 'user.failure' };
export class Reporter {
  async #log(text: string) { console.log(text); }
  async #report(event: string) { await resend.events.send({ event, email: 'a@b.co' }); }
  failed() { return this.#report('user.failed'); } // finds sent-unknown-event
}
export async function scopes(kind: string, event = 'user.left') {
  switch (kind) {
    case 'a':
      const event = 'user.a'; // finds sent-unknown-event
      await resend.events.send({ event, email: 'a@b.co' });
  }
  try {
    await resend.events.send(<any>{ event: 'user.b', email: 'a@b.co' }); // finds sent-unknown-event
  } catch (failure) {
    await resend.events.send({ event: failure.event, email: 'a@b.co' }); // open event
  }
}
const named = (user: any) => {
  if (!user) throw new Error('no user');
  else if (user.isNew) return 'user.created';
  return 'user.returned'; // finds sent-unknown-event
};
export const viaNamed = (user: any) => resend.events.send({ event: named(user), email: user.email }); // finds sent-payload-mismatch
