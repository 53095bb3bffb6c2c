import type { Runtime } from '../../command.ts';
import { isCi } from '../../run/is-ci.ts';

const NONE = { show(): void {}, stop(): void {} };
const FORMAT = 'reading workflows {bar} {value}/{total} · {rate}/s · {eta_formatted} left';

/** A bar on an interactive terminal. `flag` is --progress or --no-progress, which decides in CI. */
export async function createProgress({ stderr, env }: Runtime, flag: boolean | undefined) {
  const wanted = flag ?? !isCi(env);
  if (!wanted || stderr.isTTY !== true || env['TERM'] === 'dumb') return NONE;
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar(
    // The cursor is not hidden, and signals are not caught: an interrupted run ends at once,
    // with nothing to restore.
    {
      format: FORMAT,
      stream: stderr as unknown as NodeJS.WritableStream,
      clearOnComplete: true,
      hideCursor: false,
      gracefulExit: false,
      linewrap: true,
      barsize: 24,
      fps: 8,
    },
    cliProgress.Presets.shades_classic,
  );
  const started = performance.now();
  let running = false;
  return {
    show(done: number, total: number): void {
      const rate = Math.round(done / Math.max((performance.now() - started) / 1000, 0.001));
      if (!running) bar.start(total, done, { rate });
      else bar.update(done, { rate });
      running = true;
    },
    stop(): void {
      if (running) bar.stop();
    },
  };
}
