import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lists and validators are made of the sources: a new rule or case is seen at once. */
export default function setup(): void {
  execFileSync(process.execPath, ['generate.js'], { cwd: root, stdio: 'inherit' });
}
