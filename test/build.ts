import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests run the sources, which need generated code, and the built program: built when a source is newer. */
export default function setup(): void {
  execFileSync(process.execPath, ['generate.js'], { cwd: root, stdio: 'inherit' });
  const built = `${root}dist/bin.js`;
  const since = existsSync(built) ? statSync(built).mtimeMs : 0;
  const isNewer = (folder: string): boolean =>
    readdirSync(root + folder, { withFileTypes: true, recursive: true }).some(
      (entry) => entry.isFile() && statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > since,
    );
  if (['src', 'rules', 'playground'].some(isNewer))
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
}
