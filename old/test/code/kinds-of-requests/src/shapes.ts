import type { First } from './missing';
import type { Second } from '@/missing';
import type { Third } from '~/missing';
import type { Fourth } from '#missing';
import type { Hub } from '@acme/hub';

// An event with its contact is for no other service.
export const byContact = (bus: any, id: string) => bus.events.send({ event: 'by.contact', contactId: id }); // finds sent-unknown-event
export const byEmail = (bus: any, email: string) => bus.events.send({ event: 'by.email', email }); // finds sent-unknown-event
export const byField = (bus: any, id: string) => bus.events.send({ event: 'by.field', contact_id: id }); // finds sent-unknown-event dropped-field
export const byName = (bus: any, email: string) => bus.events.send({ name: 'by.name', email });
export const byUser = (bus: any, id: string) => bus.events.send({ event: 'by.user', userId: id });
export const first = (bus: First, email: string) => bus.events.send({ event: 'by.first', email }); // finds sent-unknown-event
export const second = (bus: Second, email: string) => bus.events.send({ event: 'by.second', email }); // finds sent-unknown-event
export const third = (bus: Third, email: string) => bus.events.send({ event: 'by.third', email }); // finds sent-unknown-event
export const fourth = (bus: Fourth, email: string) => bus.events.send({ event: 'by.fourth', email }); // finds sent-unknown-event
export const hub = (bus: Hub, email: string) => bus.events.send({ event: 'by.hub', email });

export function caught(run: () => void, email: string) {
  try {
    run();
  } catch (bus) {
    bus.events.send({ event: 'by.catch', email }); // finds sent-unknown-event
    bus.events.send({ name: 'by.catch', email });
  }
  for (const bus in run) bus.events.send({ type: 'by.key' });
}
