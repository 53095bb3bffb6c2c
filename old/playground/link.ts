import { h } from '../src/features/html/view/dom.ts';
import type { Shared } from './protocol.ts';
import { MAX_LINK, packLink, unpackLink } from './share.ts';
import type { SessionClient } from './thread.ts';

/** The content of a link to texts (`#share=…`) or to the example of a rule (`#rule=cycle`). Throws an Error with a message. */
export async function readLink(
  hash: string,
  exampleOf: SessionClient['exampleOf'],
): Promise<Shared | undefined> {
  const rule = /^#rule=(.*)/.exec(hash)?.[1];
  if (rule === undefined) return unpackLink(hash);
  const shared = await exampleOf(rule);
  if (shared === undefined) throw new Error(`The playground has no example of a rule "${rule}".`);
  return shared;
}

/** Puts texts into the URL and shows it as a link, or shows why that failed. */
export async function showLink(shared: Shared, notice: HTMLElement): Promise<void> {
  const hash = await packLink(shared);
  if (hash.length > MAX_LINK) {
    const [size, most] = [hash.length, MAX_LINK].map((length) => Math.ceil(length / 1000));
    const reason = `it would have ${size} thousand characters, and beyond ${most} chats and mail programs cut it`;
    notice.replaceChildren(
      h('p', `These texts are too large for a link: ${reason}. Send the files instead.`),
    );
    return;
  }
  history.replaceState(history.state, '', hash);
  const link = h('input', { id: 'link', type: 'text', readonly: true, 'aria-label': 'Link' });
  link.value = location.href;
  const notes = h('p', 'This link contains the texts; anyone who opens it can read them. ');
  notice.replaceChildren(notes, link);
  link.focus();
  link.select();
  // Without access to the clipboard, the link is selected.
  await navigator.clipboard?.writeText(location.href).then(
    () => notes.append('It is copied.'),
    () => {},
  );
}
