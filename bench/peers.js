// Linters of other files that are made of nodes and links. `node bench/peers.js --install` installs them, below bench only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bpmn, n8n, nodeRed, ownJson } from './graphs.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const program = (path) => join(folder, 'node_modules', path);
const own = (name) => join(folder, name);

/** Each writes its graphs into a folder of its own, and says what to run there. */
const PEERS = [
  {
    name: 'flowlint',
    bin: 'flowlint/dist/cli.js',
    what: 'n8n workflows, its default rules',
    write: (write, count) => each(count, (n) => write(`${n}.n8n.json`, n8n(n))),
    args: ['scan', '.', '--fail-on-error'],
  },
  {
    name: 'nrlint',
    bin: 'nrlint/bin/nrlint.js',
    what: 'Node-RED flows in one file, the rules of its --init',
    write(write, count) {
      write(
        '.nrlintrc.cjs',
        spawnSync(process.execPath, [program(this.bin), '--init'], { encoding: 'utf8' }).stdout,
      );
      return [write('flows.json', nodeRed(count))];
    },
    args: ['-c', '.nrlintrc.cjs', 'flows.json'],
  },
  {
    name: 'eslint',
    bin: 'eslint/bin/eslint.js',
    what: 'JSON, the recommended rules of @eslint/json',
    write: (write, count) => each(count, (n) => write(`${n}.json`, ownJson(n))),
    args: ['-c', own('eslint.peer.js'), '.'],
  },
  {
    name: 'spectral-cli',
    bin: '@stoplight/spectral-cli/dist/index.js',
    what: 'JSON, four rules: the least that can be called checking a workflow',
    write: (write, count) => each(count, (n) => write(`${n}.json`, ownJson(n))),
    args: ['lint', '-r', own('spectral.peer.json'), '*.json'],
  },
  {
    name: 'bpmnlint',
    bin: 'bpmnlint/bin/bpmnlint.js',
    what: 'BPMN, its recommended rules',
    write(write, count) {
      write('.bpmnlintrc', '{"extends":"bpmnlint:recommended"}');
      return each(count, (n) => write(`${n}.bpmn`, bpmn(n)));
    },
    args: ['*.bpmn'],
    parse: 'parse-xml-only.js',
  },
];

/** Those that are installed, with their versions and how to start them. */
export function installedPeers() {
  return PEERS.filter(({ bin }) => existsSync(program(bin))).map((peer) => {
    const version = (path) =>
      JSON.parse(readFileSync(join(program(path), 'package.json'), 'utf8')).version;
    const home = peer.bin
      .split('/')
      .slice(0, peer.bin.startsWith('@') ? 2 : 1)
      .join('/');
    return {
      ...peer,
      version: version(home),
      path: program(peer.bin),
      parser: own(peer.parse ?? 'parse-only.js'),
    };
  });
}

/** The files with graphs of one peer, in a new folder. */
export function writeGraphs(peer, home, count) {
  mkdirSync(home);
  const write = (name, text) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  return peer.write(write, count);
}

const each = (count, write) => Array.from({ length: count }, (_, n) => write(n));

export const HOW = 'node bench/peers.js --install adds the peers';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv[2] !== '--install') {
    console.log('usage: node bench/peers.js --install');
    process.exitCode = 2;
  } else {
    // What they would run after they are installed is not needed here: one of them counts its installations that way.
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    process.exitCode = status ?? 1;
  }
}
