import { isCI } from 'std-env';

export interface Progress {
  show(done: number, total: number): void;
  clear(): void;
}

/** A line on an interactive standard error, outside of CI. */
export function createProgress({ isTTY }: { readonly isTTY?: boolean }): Progress {
  const isShown = isTTY === true && !isCI && process.env['TERM'] !== 'dumb';
  const write = (text: string): void => void (isShown && process.stderr.write(`\r\u001b[K${text}`));
  return {
    show: (done, total) => write(`reading workflows: ${done} of ${total}`),
    clear: () => write(''),
  };
}
