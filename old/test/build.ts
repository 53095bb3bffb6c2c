import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests run the sources, which need generated code, and the built program. */
export default function setup(): void {
  execFileSync(process.execPath, ['build-if-stale.js'], { cwd: root, stdio: 'inherit' });
}
