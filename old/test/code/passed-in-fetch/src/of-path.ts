const resend = 'Events/Send/';  // open request
export const five = [resend, 'events/send'];
