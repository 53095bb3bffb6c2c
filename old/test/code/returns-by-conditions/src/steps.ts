import { Resend } from 'resend';

export const resend = new Resend(process.env.RESEND_API_KEY);
export const start = { key: 'start', type: 'trigger', config: { eventName: 'user.created' } };

/** One of several forms. */
export function step(key: string, kind: 'delay' | 'mail' | 'end', value: string) {
  switch (kind) {
    case 'delay':
      return { key, type: 'delay', config: { duration: value } };
    case 'mail': {
      if (value === '') throw new Error('no template');
      return { key, type: 'send_email', config: { template: { id: value }, from: 'Ann <ann@acme.com>', subject: key } };
    }
    default:
      return false;
  }
}

export const link = (keys: readonly string[]) =>
  keys.reduce<{ from: string; to: string }[]>((all, to, i) => {
    if (i > 0) all.push({ from: keys[i - 1], to });
    return all;
  }, []);

const env = (name: string) => (process.env[name] || '').trim();

export function clientOrNone() {
  const key = env('RESEND_API_KEY');
  if (!key) return null;
  return new Resend(key);
}
