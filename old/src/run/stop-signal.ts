import type { Runtime } from './runtime.ts';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** The exit code of a command that a signal ends. */
export function stopSignal({ once }: Pick<Runtime, 'once'>): Promise<number> {
  return new Promise((resolve) => {
    for (const [signal, code] of Object.entries(EXIT_CODES))
      once(signal as keyof typeof EXIT_CODES, () => resolve(code));
  });
}
