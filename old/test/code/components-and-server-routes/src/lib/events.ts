export const sendEvent = async (event: string, email: string, payload: Record<string, string>) => {
  await $fetch('https://api.resend.com/events/send', {
    method: 'post',
    body: { event, email, payload },
  });
};
