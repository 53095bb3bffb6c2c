export const three = 'https://api.resend.com/'; // open request
