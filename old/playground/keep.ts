import { isObject } from '../src/core/model/json.ts';
import type { Shared } from './protocol.ts';

/** Keeps the texts in the history entry of this tab: they are kept over a reload and Back, until the tab is closed. */
export function keepTexts(shared: Shared): void {
  const size = shared.files.reduce((sum, { text }) => sum + text.length, 0);
  // A larger state makes each change slow.
  const state = size <= 4 * 1024 * 1024 ? { texts: shared } : null;
  // Browsers refuse very large states, and very frequent changes.
  try {
    history.replaceState(state, '');
  } catch {}
}

export function keptTexts(): Shared | undefined {
  const state: unknown = history.state;
  return isObject(state) ? (state['texts'] as Shared | undefined) : undefined;
}
