import { isObject } from '../src/core/model/json.ts';
import type { Shared } from './share.ts';

/** A larger state makes each change slow. */
const MAX_KEPT_TEXT = 4 * 1024 * 1024;

/** Keeps the texts in the history entry of this tab: they are kept over a reload and Back, until the tab is closed. */
export function keepTexts(shared: Shared): void {
  const size = shared.files.reduce((sum, { text }) => sum + text.length, 0);
  const state = size <= MAX_KEPT_TEXT ? { texts: shared } : null;
  // Browsers refuse very large states, and very frequent changes.
  try {
    history.replaceState(state, '');
  } catch {}
}

export function keptTexts(): Shared | undefined {
  const state: unknown = history.state;
  return isObject(state) ? (state['texts'] as Shared | undefined) : undefined;
}
