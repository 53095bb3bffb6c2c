import { resend } from './client';
import type { Far, Missing, Renamed } from './union-types';
import type * as types from './union-types';
const email = 'a@b.co';
const NAMES = { 'user.key': 1, 'user.left': 2 }; // finds sent-unknown-event
const LIST = ['user.item', 'user.left'] as const; // finds sent-unknown-event
const MIXED = ['user.none', 1] as const;
export const OPEN = { ...types, 'user.none': 1 };
type Own = ('user.own') | 'user.left'; // finds sent-unknown-event
type Circle = Circle | 'user.none';

export const parenthesized = (event: Own) => resend.events.send({ event, email });
export const literal = (event: 'user.literal') => resend.events.send({ event, email }); // finds sent-unknown-event
export const key = (event: keyof (typeof NAMES)) => resend.events.send({ event, email });
export const item = (event: (typeof LIST)[number]) => resend.events.send({ event, email });
export const far = (event: Far) => resend.events.send({ event, email });
export const renamed = (event: Renamed) => resend.events.send({ event, email });
export const asserted = (given: any) => resend.events.send({ event: given.name as 'user.asserted', email }); // finds sent-unknown-event
export const inObject = ({ event }: { event: 'user.object' }) => resend.events.send({ event, email }); // finds sent-unknown-event
export class Sender {
  constructor(private readonly event: 'user.property', private other?: 'user.none') {} // finds sent-unknown-event
  kind: 'user.kind'; // finds sent-unknown-event
  send = () => resend.events.send({ event: this.event, email });
  sendKind = () => resend.events.send({ event: this.kind, email });
}
export const usual = (event: 'user.usual' = 'user.left') => resend.events.send({ event, email }); // finds sent-unknown-event
export const rest = (...[event]: ['user.none']) => resend.events.send({ event, email }); // open event
export const mixed = (event: (typeof MIXED)[number]) => resend.events.send({ event: event as string, email }); // open event
export const circle = (event: Circle) => resend.events.send({ event, email }); // open event
export const missing = (event: Missing) => resend.events.send({ event, email }); // open event
export const open = (event: keyof typeof OPEN) => resend.events.send({ event, email }); // open event
export const unique = (event: readonly 'user.none'[]) => resend.events.send({ event: event[0], email }); // open event
export const part = (event: Own['length']) => resend.events.send({ event: `${event}`, email }); // open event
export const spaced = (event: types.Far) => resend.events.send({ event, email }); // open event
export const number = (event: 'user.none' | 3) => resend.events.send({ event: `${event}`, email }); // open event
