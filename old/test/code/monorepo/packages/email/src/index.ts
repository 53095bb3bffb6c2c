export * from './events';
export { client as resend } from './client';
export { default as mailer } from './mailer';
