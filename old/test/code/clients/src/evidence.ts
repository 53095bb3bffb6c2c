import { pool as other } from './pool-of-nobody';
import { mailer } from './resend-pool';

declare const pool: any;
const byValue = pool.take({ host: 'https://api.resend.com' });
function byFunction() {
  return pool.take('resend');
}
let byAssignment;
if (pool.isBig) byAssignment = pool.take('resend-big');
else byAssignment = pool.take('resend-small');
let never;

export function all(to: string, { resend: byPattern }: any) {
  byValue.events.send({ event: 'by.value', to }); // finds sent-unknown-event dropped-field
  byFunction().events.send({ event: 'by.function', to }); // finds sent-unknown-event dropped-field
  byAssignment.events.send({ event: 'by.assignment', to }); // finds sent-unknown-event dropped-field
  byPattern.events.send({ event: 'by.pattern', to }); // finds sent-unknown-event dropped-field
  mailer.events.send({ event: 'by.import', to }); // finds sent-unknown-event dropped-field
  other.events.send({ event: 'by.other', to });
  pool.events.send({ event: 'by.pool', to });
  never.events.send({ event: 'by.never', to });
  globalThis.events.send({ event: 'by.global', to });
}
