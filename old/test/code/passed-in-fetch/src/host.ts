const API = 'https://api.resend.com'; // open request
export const call = (http: { post(url: string): Promise<unknown> }) => http.post(API + '/emails');
export const docs = 'see https://api.resend.com/emails';
