export const four = 'https://API.Resend.com'; // open request
