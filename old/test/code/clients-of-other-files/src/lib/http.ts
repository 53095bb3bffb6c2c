import axios from 'axios';

export const events = axios.create({
  baseURL: process.env.RESEND_BASE_URL,
  headers: { Authorization: `Bearer ${process.env.RESEND_API_KEY}` },
});
export const shop = axios.create({ baseURL: 'https://api.acme.com' });
