export const mail = (fetcher: typeof fetch) => fetcher('https://api.resend.com/emails', { method: 'POST', body: '{}' });
