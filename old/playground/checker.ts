import type { CheckOutcome, NamedText, RuleSettings } from './protocol.ts';
import { MAX_BYTES, TOO_LARGE } from './read.ts';
import type { SessionClient } from './thread.ts';

interface CheckerOptions {
  readonly check: SessionClient['check'];
  /** The input of a check, read when the check starts. */
  given(): { readonly texts: readonly NamedText[]; readonly settings: RuleSettings };
  onChecked(checked: CheckOutcome): void;
  onFault(message: string): void;
}

const REST = 150;

/** Checks when typing pauses, one check at a time. Call what it returns after each change. */
export function createChecker({ check, given, onChecked, onFault }: CheckerOptions): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isStale = false;
  const run = async (): Promise<void> => {
    isStale = true;
    if (isBusy) return;
    isBusy = true;
    while (isStale) {
      isStale = false;
      const { texts, settings } = given();
      if (texts.reduce((size, { text }) => size + text.length, 0) > MAX_BYTES) {
        onFault(`These texts are too large: ${TOO_LARGE}.`);
        break;
      }
      try {
        const filled = texts.filter(({ text }) => text.trim() !== '');
        const checked = await check(filled, settings);
        // Text typed meanwhile is checked next, since the old findings would be on wrong lines.
        if (!isStale) onChecked(checked);
      } catch (error) {
        onFault(`The check failed: ${error instanceof Error ? error.message : error}`);
      }
    }
    isBusy = false;
  };
  return () => {
    clearTimeout(resting);
    resting = setTimeout(() => void run(), REST);
  };
}
