export async function send(fetcher: typeof fetch, email: string) {
  await fetcher('https://api.resend.com/events/send', { method: 'POST', body: JSON.stringify({ event: 'user.lft', email }) }); // finds sent-unknown-event
  await fetcher(`https://api.resend.com/events/send`, { method: 'POST', body: JSON.stringify({ event: 'user.left', email }) });
  console.log('https://api.resend.com/events/send', { event: 'x', email });
}
