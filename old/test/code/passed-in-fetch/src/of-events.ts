export const one = 'https://api.resend.com/events/send?now'; // open request
