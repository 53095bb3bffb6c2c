import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Installs the versions of Node that test/node-versions.test.ts needs. They are optional
// dependencies, since there is one for each platform, so npm says nothing when a download fails.
// It is tried again; npm keeps what is downloaded. Tests of a version that is missing are skipped.

const ATTEMPTS = 5;

const here = fileURLToPath(new URL('.', import.meta.url));
const names = Object.keys(
  JSON.parse(readFileSync(`${here}package.json`, 'utf8')).optionalDependencies,
).filter((name) => name.endsWith(`-${process.platform}-${process.arch}`));
const missing = () => names.filter((name) => !existsSync(`${here}node_modules/${name}/bin/node`));

let status;
for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
  ({ status } = spawnSync('npm', ['ci', '--prefix', here], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }));
  if (status === 0 && missing().length === 0) break;
}
for (const name of missing())
  console.error(`${name} cannot be installed in ${ATTEMPTS} attempts: its tests are skipped`);
process.exitCode = status ?? 1;
