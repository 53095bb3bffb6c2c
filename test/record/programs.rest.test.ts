import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CREATE, node, record, within } from './program.ts';

describe('in Node, requests to the service are recorded', () => {
  const body = "JSON.stringify({ event: 'a.b', email: 'a@b.example' })";
  const options = "{ method: 'POST', hostname: 'api.resend.com', path: '/events/send' }";
  test.each([
    [
      'fetch',
      `await fetch('https://api.resend.com/events/send', { method: 'POST', body: ${body} });`,
    ],
    ['https', `import https from 'node:https';\nhttps.request(${options}).end(${body});`],
    ['a named import', `import { request } from 'node:https';\nrequest(${options}).end(${body});`],
    [
      'a child process',
      `import { execFileSync } from 'node:child_process';\nexecFileSync('node', ['main.js'], { env: process.env.A ? {} : { ...process.env, A: '1' } });`,
    ],
  ])('%s', (name, text) => {
    const child = `if (process.env.A) await fetch('https://api.resend.com/events/send', { method: 'POST', body: ${body} });\nelse {\nconst { execFileSync } = await import('node:child_process');\nexecFileSync('node', ['main.js'], { env: { ...process.env, A: '1' } });\n}`;
    const main = name === 'a child process' ? child : text;
    const { out, code } = record({ 'main.js': main }, node, { format: 'text' });
    expect(code).toBe(0);
    expect(out).toContain('recorded: 1 event sent (a.b), nothing created');
  });
});

describe('a program', () => {
  test('that fails has its own exit code, and what it created is checked', () => {
    const { code, report } = record({ 'main.js': `${CREATE}process.exit(7);` }, node);
    expect([code, report.summary.workflows]).toEqual([7, 2]);
    expect(report.failures).toEqual([
      { source: 'node main.js', message: 'it failed with exit code 7' },
    ]);
  });

  test('that hangs is ended with its children', () => {
    const main = `import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['60'], { stdio: 'inherit' });
      console.log('pid', child.pid);
      setInterval(() => {}, 1000);`;
    const { code, err } = record({ 'main.js': main }, ['--timeout', '2', ...node]);
    expect(code).toBe(2);
    expect(err).toContain('it was ended after 2 seconds (--timeout)');
    const [, pid = ''] = /pid (\d+)/.exec(err) ?? [];
    // One that has ended may wait for its parent.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' });
    expect(stdout).toMatch(/^(?:Z|$)/);
  });

  test.each([
    [['--', 'no-such-command'], 'cannot run "no-such-command": no such command'],
    [[], 'record needs a command'],
    [['--timeout', 'x', '--', 'true'], '--timeout needs seconds, not "x"'],
    [['--', 'true'], 'it sent no request to the recorder'],
    [['--from', 'gone', '--', 'true'], '--from: gone: no such file'],
  ])('%s is refused', (words, message) => {
    const { code, err } = record({}, words, { format: 'text' });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('that only reads is told from one that sends', () => {
    const { code, err } = within(`await send('GET', '/events');`);
    expect([code, err]).toEqual([2, expect.stringContaining('1 request, all of them reads')]);
    expect(record({}, ['--allow-empty', '--', 'true']).code).toBe(0);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('curl is recorded by the base URL, and reaches no other host', () => {
  const body = `{"name": "W", "steps": [], "connections": []}`;
  const script = `curl -s -X POST -d '${body}' "$RESEND_BASE_URL/automations"
    curl -s -X POST -d '${body}' http://api.resend.com/automations
    curl -s https://api.resend.com/automations || echo refused $?
    curl -s http://127.0.0.1:9/other`;
  const { err, report } = record({ 'setup.sh': script }, ['--', 'sh', 'setup.sh']);
  expect(report.summary.workflows).toBe(2);
  expect(err).toContain('refused 56');
  expect(err).toContain('a request was not recorded, to api.resend.com');
  expect(err).toContain('reaches no other hosts');
});
