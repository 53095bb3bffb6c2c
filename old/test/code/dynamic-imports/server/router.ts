import { z } from 'zod';
import { publicProcedure, router } from './trpc';

export const leads = router({
  subscribe: publicProcedure
    .input(z.object({ email: z.string().email() }))
    .mutation(async ({ input }) => {
      const { Resend } = await import('resend');
      const resend = new Resend(process.env.RESEND_API_KEY);
      await resend.events.send({ event: 'newsletter.signup', email: input.email, payload: { source: 'footer' } });
      await resend.events.send({ event: 'newsletter.sign_up', email: input.email, payload: { source: 'footer' } }); // finds sent-unknown-event
      await resend.events.send({ name: 'newsletter.signup', email: input.email } as any); // finds dropped-field
    }),
});
