import { getResend } from '../resend';

export const EMAIL_EVENTS = {
  signedUp: 'user.created',
  paid: 'order.paid',
  trialEnding: 'trial.ending',
  goodbye: 'user.left',
} as const;

export type EmailEvent = (typeof EMAIL_EVENTS)[keyof typeof EMAIL_EVENTS];

interface TrackInput {
  event: EmailEvent;
  email: string;
  payload?: Record<string, unknown>;
}

export async function trackEmailEvent({ event, email, payload }: TrackInput) {
  try {
    const { error } = await getResend().events.send({ event, email, payload });
    if (error) console.error('event failed', event, error.message);
    return !error;
  } catch (cause) {
    console.error(cause);
    return false;
  }
}
