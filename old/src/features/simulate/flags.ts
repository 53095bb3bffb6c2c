import { type FlagValues, listFlag, switchFlag, textFlag } from '../../run/flag.ts';

export const REQUEST_FLAGS = {
  payload: textFlag(
    'JSON',
    'the payload of the event: JSON, or a file of it; decides conditions on event.…',
  ),
  contact: textFlag(
    'JSON',
    'known fields of the contact: JSON, or a file of it; decides conditions on contact.…',
  ),
  when: listFlag(
    'EVENT@TIME',
    "a further event, 'EVENT@+2 days', with a payload 'EVENT@+2 days {…}', or 'EVENT@never'",
  ),
  at: textFlag('TIME', 'when the event happens, such as 2026-03-28T09:00: offsets become dates'),
  zone: textFlag('NAME', 'the time zone of the dates, such as Europe/Berlin; default: UTC'),
  all: switchFlag('workflows that are not enabled as well'),
};

/** The simulation request of the flags. */
export type RequestFlags = FlagValues<typeof REQUEST_FLAGS>;
