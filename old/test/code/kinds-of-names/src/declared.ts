import { resend } from './client';
import { next } from './elsewhere';
const email = 'a@b.co';
const event = 'user.lft'; // finds sent-unknown-event

export const outer = () => resend.events.send({ event, email });
export function ofLoop() {
  for (let event = next(); event; event = next()) resend.events.send({ event, email }); // open event
}
export function ofCatch(run: () => void) {
  try {
    run();
  } catch ({ event }) {
    resend.events.send({ event, email }); // open event
  }
}
export default class Names {
  static GONE = 'user.gone'; // finds sent-unknown-event
  static 'quoted' = 'user.quoted'; // finds sent-unknown-event
}
export function named() {
  return 'user.named'; // finds sent-unknown-event
}
export enum Later {
  Late = 'user.late', // finds sent-unknown-event
  'too late' = 'user.too.late', // finds sent-unknown-event
  Number = 1,
}
export const all = () =>
  [Names.GONE, Names['quoted'], named(), Later.Late, Later['too late']].flatMap((event) => resend.events.send({ event, email }));
[Later.Number, Later[1]].map((event) => resend.events.send({ event, email })); // open event

let assigned: string;
export function init() {
  assigned = 'user.assigned'; // finds sent-unknown-event
}
let added: string;
export function add() {
  added += '.left';
}
let call: { event?: string };
export function fill() {
  call.event = 'user.filled';
}
let parts: string[];
export function take() {
  [parts] = [['user.parts']];
}
export async function late() {
  await resend.events.send({ event: assigned, email });
  await resend.events.send({ event: added, email }); // open event
  await resend.events.send({ event: call.event, email }); // open event
  await resend.events.send({ event: parts[0], email }); // open event
}
