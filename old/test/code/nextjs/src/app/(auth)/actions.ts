'use server';

import { revalidatePath } from 'next/cache';
import { after } from 'next/server';
import { EMAIL_EVENTS, trackEmailEvent } from '@/lib/email/events';

export async function signUp(_state: unknown, form: FormData) {
  const email = String(form.get('email'));
  const name = form.get('name') as string;
  after(() =>
    trackEmailEvent({
      event: EMAIL_EVENTS.signedUp,
      email,
      payload: { plan: 'free', name },
    }),
  );
  after(async () => {
    await trackEmailEvent({ event: 'user.creatd' as never, email }); // finds sent-unknown-event
  });
  revalidatePath('/');
}
