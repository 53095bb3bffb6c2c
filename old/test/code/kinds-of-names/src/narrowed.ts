import { resend } from './client';
type Kind = 'created' | 'gone';
const payload = { plan: 'pro' };

export function whole(kind: Kind, email: string) {
  resend.events.send({ event: `user.${kind}`, email, payload }); // finds sent-unknown-event
}
export function bySwitch(kind: Kind, email: string) {
  switch (kind) {
    case 'gone':
      return;
  }
  resend.events.send({ event: `user.${kind}`, email, payload }); // open event
}
export function byRightSide(kind: Kind, email: string) {
  if ('gone' === kind) return;
  resend.events.send({ event: `user.${kind}`, email, payload }); // open event
}
export function byParts(kind: Kind, email: string, isOff: boolean) {
  if (isOff || kind === 'gone') return;
  resend.events.send({ event: `user.${kind}`, email, payload }); // open event
}
export function byFirstPart(kind: Kind, email: string, isOff: boolean) {
  if (kind === 'gone' && isOff) return;
  resend.events.send({ event: `user.${kind}`, email, payload }); // open event
}
export function byAbsence(kind: Kind, email: string) {
  if (!(kind === 'created')) return;
  resend.events.send({ event: `user.${kind}`, email, payload }); // open event
}
export function twoParts(kind: Kind, other: Kind, email: string) {
  resend.events.send({ event: `${kind}.${other}`, email }); // open event
}
export function same(isNew: boolean, email: string) {
  resend.events.send({ event: isNew ? 'user.created' : 'user.created', email, payload: { plan: 3 } }); // finds sent-payload-mismatch
}
export function objectOrNone(isNew: boolean, email: string) {
  resend.events.send(isNew ? { event: 'user.none', email } : null); // open event
}
