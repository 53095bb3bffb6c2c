import { resend } from './client';
import { made } from './elsewhere';

function eventOf(given: any) {
  for (const each of given) if (each) return 'by.of'; // finds sent-unknown-event
  for (const each in given) if (each) return 'by.in'; // finds sent-unknown-event
  for (let i = 0; i < given; i++) return 'by.for'; // finds sent-unknown-event
  while (made()) return 'by.while'; // finds sent-unknown-event
  do if (made()) return 'by.do'; // finds sent-unknown-event
  while (made());
  labelled: {
    if (made()) return 'by.label'; // finds sent-unknown-event
  }
  try {
    if (made()) return 'by.try'; // finds sent-unknown-event
  } catch {
    if (made()) return 'by.catch'; // finds sent-unknown-event
  } finally {
    if (made()) return 'by.finally'; // finds sent-unknown-event
  }
  switch (made()) {
    case 1:
      return 'by.case'; // finds sent-unknown-event
    default:
      if (made()) return;
  }
  if (made()) console.log(() => {
    return 'by.callback';
  });
  else return 'by.else'; // finds sent-unknown-event
  return 'user.left';
}
export const send = (given: any, email: string) => resend.events.send({ event: eventOf(given), email });
