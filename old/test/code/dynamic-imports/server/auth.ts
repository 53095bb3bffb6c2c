import { betterAuth } from 'better-auth';

export const auth = betterAuth({
  databaseHooks: {
    user: {
      create: {
        after: async (user) => {
          const { sendEvent } = await import('./email');
          await sendEvent({ event: 'user.created', email: user.email, payload: { plan: 'free', name: user.name } });
          await sendEvent({ event: 'user.signup', email: user.email }); // finds sent-unknown-event
        },
      },
      delete: {
        after: (user) => import('./email').then(({ sendEvent }) => sendEvent({ event: 'user.lef', email: user.email })), // finds sent-unknown-event
      },
    },
  },
});
