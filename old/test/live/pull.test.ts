import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stableJson } from '../../src/features/live/stable-json.ts';
import { fileNameOf, longFileNameOf } from '../../src/load/file-names.ts';
import { BIN, folderOf, run } from '../cli/run.ts';
import { newFolder, runLive } from './run.ts';
import {
  type Account,
  type Item,
  joinedEvents,
  sendError,
  startService,
  welcomes,
} from './service.ts';

const WELCOME = 'welcome-to-shop-0-00000000.json';

async function pullInto(cwd: string, account: Account, ...args: string[]) {
  const service = await startService(account);
  const { code, out, err } = await runLive(['pull', 'account', ...args], { url: service.url, cwd });
  return {
    code,
    out,
    err,
    files: existsSync(join(cwd, 'account')) ? readdirSync(join(cwd, 'account')).sort() : [],
  };
}

/** The content of a finding without its place. */
const essence = (out: string): string[] =>
  (
    JSON.parse(out) as {
      findings: {
        rule: string;
        message: string;
        fingerprint: string;
        location: { pointer: string };
      }[];
    }
  ).findings
    .map(
      ({ rule, message, fingerprint, location }) =>
        `${rule} ${location.pointer} ${message} ${fingerprint}`,
    )
    .sort();

describe('without a folder argument', () => {
  test.each([
    [undefined, 'workflows'],
    [['flows'], 'flows'],
    [['./flows/**/*.json', 'flows/*.ndjson'], 'flows'],
    [['exports/flows/'], 'exports/flows'],
    [['.'], 'workflows'],
    [['*.json'], 'workflows'],
    [['archive', 'workflows'], 'workflows'],
  ])('files %j: into %s', async (files, folder) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'edgewise.config.json'), JSON.stringify({ ...(files && { files }) }));
    const service = await startService({ workflows: welcomes(1), events: [] });
    const { code } = await runLive(['pull'], { url: service.url, cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, folder, WELCOME))).toBe(true);
  });

  test('several configured folders and an invalid configuration are usage errors, unless a folder is given', async () => {
    const cwd = newFolder();
    const service = await startService({ workflows: welcomes(1), events: [] });
    writeFileSync(join(cwd, 'edgewise.config.json'), '{ "files": ["a", "b"] }');
    const several = await runLive(['pull'], { url: service.url, cwd });
    expect([several.code, several.err]).toEqual([
      2,
      'edgewise: the configuration has several folders checked: name the one to pull into\n          such as edgewise pull a\n',
    ]);
    writeFileSync(join(cwd, 'edgewise.config.json'), '{ "filez": [] }');
    expect((await runLive(['pull'], { url: service.url, cwd })).err).toContain(
      'unknown setting "filez"',
    );
    expect((await runLive(['pull', 'c'], { url: service.url, cwd })).code).toBe(0);
    expect((await runLive(['pull', '--no-config'], { url: service.url, cwd })).code).toBe(0);
  });
});

test('an account without workflows is its events', async () => {
  const { url } = await startService({ events: [] });
  const cwd = newFolder();
  expect((await runLive(['pull'], { url, cwd })).out).toBe(
    'workflows/events.json: new\nwrote 1 of 1 file, 0 unchanged\n',
  );
});

describe('a folder', () => {
  test('has one file per workflow and one for the events, and unchanged files are not written', async () => {
    const cwd = newFolder();
    const account = { workflows: welcomes(2), events: joinedEvents(2) };
    const first = await pullInto(cwd, account);
    expect(first.code).toBe(0);
    expect(first.files).toEqual([
      '.edgewise-pull.json',
      'events.json',
      WELCOME,
      'welcome-to-shop-1-00000000.json',
    ]);
    expect(first.out).toContain(`account/${WELCOME}: new\n`);
    expect(first.out).toContain('wrote 3 of 3 files, 0 unchanged\n');
    expect(first.err).toMatch(/snake|eventName/);
    const before = statSync(join(cwd, 'account', WELCOME)).mtimeMs;

    const changed = [...account.workflows];
    changed[1] = { ...(changed[1] as Item), name: 'Renamed' };
    // Another order of keys is not a change.
    changed[0] = Object.fromEntries(Object.entries(changed[0] as Item).reverse()) as Item;
    const second = await pullInto(cwd, { ...account, workflows: changed });
    expect(second.files).toEqual(first.files);
    expect(second.out).toBe(
      'account/welcome-to-shop-1-00000000.json: updated\nwrote 1 of 3 files, 2 unchanged\n',
    );
    expect(statSync(join(cwd, 'account', WELCOME)).mtimeMs).toBe(before);
  });

  test('a removed workflow is reported, and --prune deletes its file unless it was edited', async () => {
    const cwd = newFolder();
    const workflows = welcomes(3);
    await pullInto(cwd, { workflows });
    writeFileSync(join(cwd, 'account', 'my-own.json'), JSON.stringify(welcomes(1)[0]));
    const left = { workflows: workflows.slice(0, 1) };
    const report = await pullInto(cwd, left);
    expect(report.out).toContain(
      'welcome-to-shop-1-00000000.json: gone from the account; --prune deletes it\n',
    );
    expect(report.files).toHaveLength(6);
    const edited = join(cwd, 'account', 'welcome-to-shop-2-00000000.json');
    writeFileSync(edited, `${readFileSync(edited, 'utf8')} `);
    const rehearsal = await pullInto(cwd, left, '--prune', '--dry-run');
    expect(rehearsal.out).toContain('1 to be deleted');
    expect(rehearsal.files).toHaveLength(6);
    const pruned = await pullInto(cwd, left, '--prune');
    expect(pruned.files).toEqual([
      '.edgewise-pull.json',
      'events.json',
      'my-own.json',
      WELCOME,
      'welcome-to-shop-2-00000000.json',
    ]);
    expect(pruned.out).toContain(
      'welcome-to-shop-2-00000000.json: gone from the account, but kept: it was changed here',
    );
  });

  test('a removed workflow whose file was deleted is not reported', async () => {
    const cwd = newFolder();
    const workflows = welcomes(2);
    await pullInto(cwd, { workflows });
    rmSync(join(cwd, 'account', 'welcome-to-shop-1-00000000.json'));
    const { out } = await pullInto(cwd, { workflows: workflows.slice(0, 1) });
    expect(out).toBe('wrote 0 of 2 files, 2 unchanged\n');
    expect(readFileSync(join(cwd, 'account', '.edgewise-pull.json'), 'utf8')).not.toContain('-1-');
  });

  test('no workflow is reported as removed when the list is incomplete', async () => {
    const cwd = newFolder();
    const workflows = welcomes(3);
    await pullInto(cwd, { workflows });
    const faulty = await pullInto(
      cwd,
      {
        workflows,
        fault: ({ path }, response) =>
          path.endsWith(workflows[1]?.id as string) &&
          sendError(response, 404, 'not_found', 'Gone'),
      },
      '--prune',
    );
    expect(faulty.code).toBe(3);
    expect(faulty.files).toHaveLength(5);
    const filtered = await pullInto(
      cwd,
      { workflows },
      '--prune',
      '--workflow',
      'Welcome to shop 0',
    );
    expect([filtered.code, filtered.files.length]).toEqual([0, 5]);
    const denied = await pullInto(
      cwd,
      { fault: (_, response) => sendError(response, 401, 'invalid', 'No') },
      '--prune',
    );
    expect([denied.code, denied.files.length]).toEqual([2, 5]);
  });

  test('of an account with more text than one run reads, some files are written', async () => {
    // A list has no steps.
    const note = 'x'.repeat(6 * 1024 ** 2);
    const deep = JSON.parse(`${'['.repeat(190)}${'0,'.repeat(1e5)}0${']'.repeat(190)}`);
    const [first, ...workflows] = welcomes(9).map((workflow, i) => ({
      ...workflow,
      steps: [...(workflow['steps'] as object[]), { note: i === 0 ? deep : note }],
    }));
    const service = await startService({ workflows: [first as Item, ...workflows] });
    const cwd = newFolder();
    const env = {
      EDGEWISE_BASE_URL: service.url,
      EDGEWISE_API_KEY: 're_1',
      // A sixth of both is the limit. Newer versions of Node have larger semi-spaces.
      NODE_OPTIONS: '--max-old-space-size=120 --max-semi-space-size=16',
    };
    const pull = async (...words: string[]) => {
      const child = spawn(process.execPath, [BIN, 'pull', ...words], { cwd, env });
      let errors = '';
      child.stderr.on('data', (chunk) => (errors += chunk));
      const [code] = await once(child, 'close');
      return { code, errors };
    };
    const { code, errors } = await pull('account');
    expect(code).toBe(3);
    expect(errors).toContain(`${first?.id}: not written: with it, the files would have more text`);
    const names = readdirSync(join(cwd, 'account')).filter((file) => /^welcome/.test(file));
    expect([names.length > 1, names.length < 8]).toEqual([true, true]);
    expect(names.join()).not.toContain('shop-0');
  });

  test('names of workflows cannot lead out of the folder', async () => {
    const cwd = newFolder();
    const names = [
      '../../x',
      'CON',
      'x'.repeat(5000),
      '',
      '.',
      '日本語',
      '-rf',
      'a\u0000b\n',
      '\u202Eevil',
      'CON',
      'Crème brûlée',
    ];
    const workflows = names.map((name, i) => ({ ...(welcomes(names.length)[i] as Item), name }));
    const { code, files } = await pullInto(cwd, { workflows });
    expect(code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['account']);
    expect(files).toHaveLength(names.length + 2);
    for (const file of files.slice(1))
      expect(file).toMatch(/^(?!con\.)[a-z0-9][a-z0-9_-]{0,99}\.json$/);
    const again = await pullInto(cwd, { workflows });
    expect(again.out).toBe(`wrote 0 of ${names.length + 1} files, ${names.length + 1} unchanged\n`);
  });

  test('ids that differ in case or look like paths get different file names', () => {
    const ids = ['A', 'a', 'wf_1', 'WF_1', '../x', '..', 'x'.repeat(300), 'é'];
    const names = ids.map((id) => fileNameOf('Welcome', id));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^welcome-[a-z0-9_-]{1,24}\.json$/);
    expect(longFileNameOf(undefined, 'a')).toBe('workflow-ca978112ca1bbdca.json');
    expect(fileNameOf('Welcome series!', '9E01c2aa-0000-4000-8000-000000000000')).toBe(
      'welcome-series-9e01c2aa.json',
    );
  });

  test('a foreign file is not overwritten', async () => {
    const cwd = folderOf({ [`account/${WELCOME}`]: '{"mine":true}', 'account/x': '' });
    const { code, files } = await pullInto(cwd, { workflows: welcomes(1) });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'account', WELCOME), 'utf8')).toBe('{"mine":true}');
    expect(files.some((file) => /^welcome-to-shop-0-[0-9a-f]{16}\.json$/.test(file))).toBe(true);

    const events = folderOf({ 'account/events.json': '[ ]' });
    const refused = await pullInto(events, { workflows: welcomes(1) });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('was not written by edgewise'),
    ]);
  });

  test('equal files without a pull record are adopted, and a symbolic link is replaced, not followed', async () => {
    const cwd = newFolder();
    await pullInto(cwd, { workflows: welcomes(1) });
    const copy = newFolder();
    mkdirSync(join(copy, 'account'));
    for (const file of [WELCOME, 'events.json'])
      writeFileSync(join(copy, 'account', file), readFileSync(join(cwd, 'account', file)));
    expect((await pullInto(copy, { workflows: welcomes(1) })).out).toBe(
      'wrote 0 of 2 files, 2 unchanged\n',
    );

    const outside = join(newFolder(), 'outside.json');
    writeFileSync(outside, readFileSync(join(cwd, 'account', WELCOME)));
    const linked = folderOf({ 'account/x': '' });
    symlinkSync(outside, join(linked, 'account', WELCOME));
    const renamed = welcomes(1).map((workflow) => ({ ...workflow, status: 'disabled' }));
    await pullInto(linked, { workflows: renamed });
    expect(readFileSync(outside, 'utf8')).toContain('enabled');
    expect(readFileSync(join(linked, 'account', WELCOME), 'utf8')).toContain('disabled');
  });

  test('a pull record with paths out of the folder is ignored', async () => {
    const entry = {
      id: 'wf_gone',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    };
    const files = {
      '../victim.json': entry,
      'sub/victim.json': entry,
      '.victim.json': entry,
      __proto__x: entry,
      'mine.json': { id: 'wf_gone' },
    };
    const cwd = folderOf({
      'victim.json': '',
      'account/mine.json': '',
      'account/.victim.json': '',
      'account/.edgewise-pull.json': JSON.stringify({ version: 1, files }),
    });
    await pullInto(cwd, { workflows: welcomes(1) }, '--prune');
    expect(
      ['victim.json', 'account/.victim.json', 'account/mine.json'].filter((file) =>
        existsSync(join(cwd, file)),
      ),
    ).toHaveLength(3);
  });

  test('--dry-run writes nothing', async () => {
    const { code, out, files } = await pullInto(
      newFolder(),
      { workflows: welcomes(1) },
      '--dry-run',
    );
    expect([code, files]).toEqual([0, []]);
    expect(out).toContain('would write 2 of 2 files');
  });
});

test('pulled files have the same findings as the account', async () => {
  const workflows = welcomes(4).map((workflow, i) => {
    if (i === 1)
      return { ...workflow, edges: [], extra: 12345678901234567890n.toString(), status: 'on' };
    if (i === 2) return { ...workflow, name: '', steps: 'none' };
    return workflow;
  });
  const service = await startService({ workflows, events: joinedEvents(2) });
  const cwd = newFolder();
  const checks = ['-f', 'json', '--preset', 'strict'];
  const live = await runLive(['--live', ...checks], { url: service.url, cwd });
  expect(essence(live.out).length).toBeGreaterThan(4);
  await runLive(['pull'], { url: service.url, cwd });
  expect(essence((await run(['workflows', ...checks], { cwd })).out)).toEqual(essence(live.out));
});

test('text of files is stable: order of keys, long numbers, duplicate keys', () => {
  expect(
    stableJson(
      '{"zebra":1e999,"name":"é\\u00e9","steps":[],"id":"a","big":12345678901234567890,"id":"b","n":-0,"o":{},"__proto__":{"x":[1,{"b":1,"a":null}]}}',
      222,
    ),
  ).toBe(
    `{
  "id": "b",
  "name": "éé",
  "steps": [],
  "__proto__": {
    "x": [
      1,
      {
        "a": null,
        "b": 1
      }
    ]
  },
  "big": 12345678901234567890,
  "n": -0,
  "o": {},
  "zebra": 1e999
}
`,
  );
});

describe('existing data is kept', () => {
  const fail =
    (path: string): Account['fault'] =>
    (request, response) =>
      request.path === path && request.query.has('after')
        ? sendError(response, 400, 'application_error', 'Oops')
        : false;
  const eventsIn = (cwd: string, file = 'account/events.json'): number => {
    const { data, events = { data } } = JSON.parse(readFileSync(join(cwd, file), 'utf8'));
    return events.data.length;
  };

  test('a part of the events does not replace all of them', async () => {
    const cwd = newFolder();
    const account = { workflows: welcomes(1), events: joinedEvents(130) };
    await pullInto(cwd, account);
    const partial = await pullInto(cwd, { ...account, fault: fail('/events') });
    expect(partial.code).toBe(3);
    expect(partial.out).toContain(
      'account/events.json: not written: it is complete, and only a part was read\n',
    );
    expect(eventsIn(cwd)).toBe(130);
    // Without an earlier file, a partial list is written and marked as such.
    const other = newFolder();
    await pullInto(other, { ...account, fault: fail('/events') });
    expect(readFileSync(join(other, 'account/events.json'), 'utf8')).toContain('"has_more": true');
    expect((await pullInto(other, account)).code).toBe(0);
    expect(eventsIn(other)).toBe(130);
  });

  test('an edited file is listed and not overwritten without --force', async () => {
    const cwd = newFolder();
    const workflows = welcomes(2);
    await pullInto(cwd, { workflows });
    const path = join(cwd, 'account', WELCOME);
    const edited = readFileSync(path, 'utf8').replace('Welcome!', 'Hello!');
    writeFileSync(path, edited);
    const changed = workflows.map((workflow) => ({ ...workflow, status: 'disabled' }));
    for (const args of [[], ['--dry-run'], []]) {
      const { code, out } = await pullInto(cwd, { workflows: changed }, ...args);
      expect([code, out]).toEqual([
        1,
        expect.stringContaining(
          `account/${WELCOME}: not written: it was changed here; --force overwrites it\n`,
        ),
      ]);
      expect(readFileSync(path, 'utf8')).toBe(edited);
    }
    const forced = await pullInto(cwd, { workflows: changed }, '--force');
    expect([forced.code, forced.out]).toEqual([
      0,
      expect.stringContaining(`${WELCOME}: updated; what was changed here is overwritten`),
    ]);
    expect(readFileSync(path, 'utf8')).toContain('Welcome!');
  });

  test('a pull removes the temporary files of one that was killed, and not those of one that runs', async () => {
    const temporary = '.edgewise-pull.1b4e28ba-2fa1-4d2b-8c3f-0a6f1d9e7c55.tmp';
    const others = [temporary.replace('-pull', ''), temporary.replace('tmp', 'tmp2'), 'a.tmp'];
    const names = [temporary, ...others, `resources/${temporary}`, `other/${temporary}`];
    const cwd = folderOf(
      Object.fromEntries(names.flatMap((name) => [name, `account/${name}`]).map((n) => [n, ''])),
    );
    const outside = folderOf({ [temporary]: '' });
    const link = temporary.replace('pull.1b', 'pull.00');
    symlinkSync(join(outside, temporary), join(cwd, 'account', link));
    const left = () =>
      readdirSync(cwd, { recursive: true, encoding: 'utf8' })
        .filter((name) => /tmp2?$/.test(name))
        .sort();
    const old = Date.now() / 1000 - 2 * 60 * 60;
    for (const name of left()) lutimesSync(join(cwd, name), old, old);
    // Of a pull that runs.
    const fresh = temporary.replace('pull.1b', 'pull.2c');
    for (const name of [fresh, `account/${fresh}`]) writeFileSync(join(cwd, name), '');
    const all = left();
    await pullInto(cwd, { workflows: welcomes(1) }, '--dry-run');
    expect(left()).toEqual(all);
    await pullInto(cwd, { workflows: welcomes(1) });
    const pulled = [temporary, `resources/${temporary}`].map((name) => `account/${name}`);
    expect(left()).toEqual(all.filter((name) => !pulled.includes(name)));

    const linked = folderOf({ 'account/x': '' });
    lutimesSync(join(outside, temporary), old, old);
    lutimesSync(join(outside, temporary), old, old);
    symlinkSync(outside, join(linked, 'account', 'resources'));
    await pullInto(linked, { workflows: welcomes(1) });
    expect(readdirSync(outside)).toEqual([temporary]);
  });

  test.each(['account', 'whole'])('pull %s writes through no linked folder', async (folder) => {
    const outside = folderOf({ 'kept.txt': '' });
    const cwd = folderOf({ 'whole/x.txt': '' });
    symlinkSync(outside, join(cwd, 'account'));
    symlinkSync(outside, join(cwd, 'whole/resources'));
    const { url } = await startService({ workflows: welcomes(1) });
    const { code, err } = await runLive(['pull', folder], { url, cwd });
    expect(code).toBe(2);
    expect(err).toContain('is a symbolic link');
    expect(readdirSync(outside)).toEqual(['kept.txt']);
  });

  test('a folder that is a file cannot be written', async () => {
    const cwd = folderOf({ account: '' });
    const { url } = await startService({ workflows: welcomes(1) });
    const folder = await runLive(['pull', 'account'], { url, cwd });
    expect([folder.code, folder.err]).toEqual([
      2,
      `edgewise: cannot write "${join(cwd, 'account/.edgewise-pull.json')}": part of the path is not a folder\n`,
    ]);
  });

  const BEFORE = welcomes(12);
  const CHANGED = BEFORE.map((workflow) => ({ ...workflow, status: 'disabled' }));

  /** Pulls six workflows, kills a pull of twelve changed ones, and pulls the one that is not deleted then. */
  async function pullKilled(
    nodeArgs: readonly string[],
    signal: NodeJS.Signals,
    requests?: number,
  ) {
    const cwd = newFolder();
    const contents = () =>
      readdirSync(join(cwd, 'account'))
        .filter((file) => /^[^.].*json$/.test(file))
        .map((file) => [file, readFileSync(join(cwd, 'account', file), 'utf8')]);
    await pullInto(cwd, { workflows: BEFORE.slice(0, 6) });
    const before = contents();
    let child: ReturnType<typeof spawn> | undefined;
    const service = await startService({
      workflows: CHANGED,
      fault: ({ path }) => {
        if (requests !== undefined && path.endsWith(CHANGED[requests]?.id as string))
          child?.kill(signal);
        return false;
      },
    });
    const args = [BIN, 'pull', 'account', '--base-url', service.url, '--concurrency', '1'];
    child = spawn(process.execPath, [...nodeArgs, ...args], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    expect((await once(child, 'close'))[1]).toBe(signal);
    const killed = contents();
    const after = await pullInto(cwd, { workflows: CHANGED.slice(0, 1) }, '--prune');
    expect([after.code, after.err.replace(/note:.*/s, '')]).toEqual([0, '']);
    expect(after.out).not.toContain('changed here');
    expect(after.files.filter((file) => !file.endsWith('.tmp'))).toEqual([
      '.edgewise-pull.json',
      'events.json',
      WELCOME,
    ]);
    return { before, killed };
  }

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'after %s in the middle of a pull, no file is changed, and the next pull has no false warning',
    async (signal) => {
      const { before, killed } = await pullKilled([], signal, 9);
      expect(killed).toEqual(before);
    },
  );

  test.each([1, 5, 10, 14])(
    'a pull killed before it renames its file %d leaves files that the next pull knows',
    async (nth) => {
      const preload = `import fs from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const rename = fs.renameSync;
        let left = ${nth};
        fs.renameSync = (from, to) => {
          if (to.includes('account') && --left === 0) process.kill(process.pid, 'SIGKILL');
          rename(from, to);
        };
        syncBuiltinESMExports();`;
      const { before, killed } = await pullKilled(
        ['--import', `data:text/javascript,${encodeURIComponent(preload)}`],
        'SIGKILL',
      );
      // The manifest is the first and the last file.
      expect(killed.length).toBe(before.length + Math.max(0, nth - 8));
    },
  );
});

test('indented text that is too long is not made', () => {
  const printed = '{\n  "a": [\n    1,\n    {}\n  ]\n}\n';
  expect(stableJson('{"a":[1,{}]}', printed.length)).toBe(printed);
  expect(stableJson('{"a":[1,{}]}', printed.length - 1)).toBe(undefined);
  const deep = `${'[{"a":'.repeat(90)}[${'0,'.repeat(3e6)}0]${'}]'.repeat(90)}`;
  expect(stableJson(deep, 64 * 1024 ** 2)).toBe(undefined);
  const text = JSON.stringify(
    Array.from({ length: 3000 }, (_, i) => ({ a: 'x'.repeat(i), b: [] })),
  );
  expect(stableJson(text, 2 * text.length)).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});
