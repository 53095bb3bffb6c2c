export type { EmailService } from './types';
export { ResendService } from './resend-service';
