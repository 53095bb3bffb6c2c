// `npm start`: what edgewise reports on the bundled examples, most of which have a fault.
import { spawnSync } from 'node:child_process';
import './build-if-stale.js';

const words = ['dist/bin.js', 'examples', '-f', 'text'];
console.log(`$ node ${words.join(' ')}\n`);
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
console.log(
  `\nThe exit code of this lint is ${status}: 1 means that there are errors. "npm start" ends with 0.`,
);
if (status !== 1) process.exitCode = 1;
