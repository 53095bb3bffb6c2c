// npm runs this after `npm ci`, and in a clone when it installs from a git URL. For a global installation,
// it wrongly installs the clone itself: without the tools of development, and as a link, although it deletes the clone afterwards.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const { npm_execpath: npmProgram = '', npm_config_prefix: prefix = '' } = process.env;
const here = realpathSync('.');

if (!existsSync('node_modules/esbuild'))
  npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund');
npm('run', 'build');

const libraries = process.platform === 'win32' ? 'node_modules' : 'lib/node_modules';
const installed = join(prefix, libraries, 'edgewise');
const isLink = lstatSync(installed, { throwIfNoEntry: false })?.isSymbolicLink() === true;
if (basename(here).startsWith('git-clone') && isLink && realpathSync(installed) === here) {
  rmSync(installed);
  cpSync('dist', join(installed, 'dist'), { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
}

function npm(...words) {
  const env = { ...process.env, npm_config_global: 'false', npm_config_location: 'project' };
  const { status } = spawnSync(process.execPath, [npmProgram, ...words], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
