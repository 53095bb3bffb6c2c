// Builds the program when a source of it is newer, for `npm start` and the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './old/generate.js';

const SOURCES = ['old/src', 'old/rules', 'old/playground'];
// What the build writes last.
const BUILT = ['dist/THIRD-PARTY.txt', 'dist/types/src/index.d.ts'];
const root = fileURLToPath(new URL('.', import.meta.url));

const built = BUILT.map((file) => (existsSync(root + file) ? statSync(root + file).mtimeMs : 0));
const since = Math.min(...built);
if (SOURCES.some(isNewer)) {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], options);
  if (status !== 0) process.exit(status ?? 1);
}

function isNewer(folder) {
  return readdirSync(root + folder, { withFileTypes: true, recursive: true }).some(
    (entry) => entry.isFile() && statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > since,
  );
}
