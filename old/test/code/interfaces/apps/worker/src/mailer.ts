import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

interface Mailer {
  readonly name: string;
  send: (event: string, email: string) => Promise<unknown>;
}

export const mailer: Mailer = {
  name: 'Resend',
  send: (event, email) => resend.events.send({ event, email }),
};

export const notify = async (given: Mailer, email: string) => {
  await given.send('user.lefft', email); // finds sent-unknown-event
};

type Known = 'user.left' | 'user.none';
type Custom = string;

export const send = async (event: Known | Custom, email: string) => {
  await resend.events.send({ event, email }); // open event
};

export const sendEach = async (email: string) => {
  const names = ['user.none', 'user.left'];
  await resend.events.send({ event: names.at('1' as never) as string, email }); // open event
  await resend.events.send({ event: names.at(1) as string, email });
  await resend.events.send({ event: names.slice('1' as never)[0] as string, email }); // open event
};
