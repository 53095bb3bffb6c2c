// Lists the packages whose modules are in a bundle, with their licences.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INSTALLED = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** @param modules paths of modules; those of the project itself need no notice. */
export function writeNotices(file, modules) {
  const folders = new Map();
  for (const path of modules) {
    const [, folder, name] = INSTALLED.exec(path.replaceAll('\\', '/')) ?? [];
    if (folder !== undefined) folders.set(folder, name);
  }
  const notices = new Set([...folders].map(([folder]) => noticeOf(folder)));
  const head = 'This program contains the following packages.\n';
  writeFileSync(file, [head, ...[...notices].sort()].join(`\n${'-'.repeat(80)}\n\n`));
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
