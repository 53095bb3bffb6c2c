/** Programs other than Node: what reads the base URL is recorded, and nothing else reaches the service. */
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { BODY, isMissing, listen, record } from './recording.ts';

describe.skipIf(isMissing('curl'))('curl (skipped without it)', () => {
  test('is recorded by the base URL, also where a shell script names the service by plain HTTP', async () => {
    const send = `-s -X POST -H 'content-type: application/json' -d '${BODY}'`;
    const { code, out } = await record(
      {
        'setup.sh': `curl ${send} "$RESEND_BASE_URL/automations"
          curl ${send.replace('Welcome', 'Second')} http://API.resend.com/automations`,
      },
      ['-f', 'json', '--only', 'cycle', '--', 'sh', 'setup.sh'],
    );
    expect([code, JSON.parse(out).summary.workflows]).toEqual([0, 2]);
  });

  test('cannot reach the service', async () => {
    const { base, port, listener, connections } = await listen();
    const { code, err } = await record(
      {
        'setup.sh': `curl -s https://api.resend.com/automations
          curl -s --connect-to api.resend.com:443:127.0.0.1:${port} https://api.resend.com/automations
          curl -s -H 'Host: api.resend.com' https://127.0.0.1:${port}/automations
          curl -s ${base}/automations
          curl -s -X POST -d '${BODY}' $RESEND_BASE_URL/automations`,
      },
      ['--only', 'cycle', '--', 'sh', 'setup.sh'],
      { EDGEWISE_BASE_URL: base },
    );
    listener.close();
    expect(connections()).toBe(0);
    expect(code).not.toBe(0);
    expect(err).toMatch(/sh setup\.sh: the connections to .*api\.resend\.com:443 were refused/);
  });

  test('gets other hosts by plain HTTP only, and a note', async () => {
    const { base, listener, connections } = await listen();
    const { err } = await record(
      {
        'setup.sh': `curl -s ${base}/; curl -s https://acme.com/
          curl -s -X POST -d '${BODY}' $RESEND_BASE_URL/automations; true`,
      },
      ['--only', 'cycle', '--', 'sh', 'setup.sh'],
    );
    listener.close();
    expect(connections()).toBe(1);
    expect(err).toContain('edgewise: record refused the connections to acme.com:443');
  });
});

describe.skipIf(isMissing('python3'))('Python (skipped without it)', () => {
  const program = (url: string) => `
import json, os, urllib.request
body = json.dumps(${JSON.stringify(JSON.parse(BODY))}).encode()
request = urllib.request.Request(${url}, data=body, method='POST', headers={
  'Authorization': 'Bearer ' + os.environ['RESEND_API_KEY'], 'Content-Type': 'application/json'})
print(json.load(urllib.request.urlopen(request))['object'])
`;

  test('is recorded with urllib', async () => {
    const { code, out } = await record(
      { 'setup.py': program("os.environ['RESEND_BASE_URL'] + '/automations'") },
      ['--only', 'cycle', '--', 'python3', 'setup.py'],
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^automation\n.*1 workflow/s);
  });

  test('cannot reach a listener in place of the service', async () => {
    const { base, port, listener, connections } = await listen();
    const { code, out } = await record(
      {
        'setup.py': `${program(`'${base}/automations'`)}
request = urllib.request.Request('http://127.0.0.1:${port}/events', headers={'Host': 'api.resend.com'})
print(json.load(urllib.request.urlopen(request))['object'])
try:
  urllib.request.urlopen('https://127.0.0.1:${port}/automations')
except OSError as error:
  print(error)
`,
      },
      ['--only', 'cycle', '--', 'python3', 'setup.py'],
      { EDGEWISE_BASE_URL: base },
    );
    listener.close();
    expect(connections()).toBe(0);
    expect(code).toBe(2);
    expect(out).toMatch(/^automation\nlist\n.*403.*edgewise record refuses 127\.0\.0\.1:/);
  });

  test('cannot reach the service', async () => {
    const { code, err } = await record(
      { 'setup.py': program("'https://api.resend.com/automations'") },
      ['--', 'python3', 'setup.py'],
    );
    expect(code).toBe(1);
    expect(err).toContain('403 edgewise record refuses api.resend.com:443: use RESEND_BASE_URL');
  });
});

test.skipIf(isMissing('python3', '-c', 'import resend'))(
  'the SDK for Python is recorded (skipped without it)',
  async () => {
    const program = `
import resend
created = resend.Automations.create(${BODY})
print(created["object"])
`;
    const args = ['--only', 'cycle', '--', 'python3', 'setup.py'];
    const { code, out } = await record({ 'setup.py': program }, args);
    expect(code).toBe(0);
    expect(out).toMatch(/^automation\n.*1 workflow/s);
  },
);

test.skipIf(isMissing('go', 'version'))(
  'Go is recorded by the base URL, and cannot reach the service (skipped without it)',
  async () => {
    const program = `package main

import (
  "fmt"
  "net/http"
  "os"
  "strings"
)

func post(base string) {
  body := strings.NewReader(\`${BODY}\`)
  response, err := http.Post(base+"/automations", "application/json", body)
  if err != nil {
    fmt.Println(err)
    return
  }
  fmt.Println(response.StatusCode)
}

func main() {
  post(os.Getenv("RESEND_BASE_URL"))
  post("https://api.resend.com")
}
`;
    const { code, out, err } = await record(
      { 'main.go': program },
      ['--only', 'cycle', '--', 'go', 'run', 'main.go'],
      { HOME: homedir() },
    );
    expect(code).toBe(2);
    expect(out).toMatch(/^201\nPost "https:.*record refuses api\.resend\.com:443.*1 workflow/s);
    expect(err).toContain('the connections to api.resend.com:443 were refused');
  },
  60_000,
);

test.skipIf(isMissing('resend'))(
  'a shell script with the command line of the service is recorded (skipped without it)',
  async () => {
    const { code, out } = await record(
      {
        'welcome.json': BODY,
        'setup.sh': `set -e
          resend automations create --file welcome.json --status disabled
          resend events create --name user.created`,
      },
      ['-f', 'json', '--only', 'cycle', '--', 'sh', 'setup.sh'],
    );
    const { workflows, events } = JSON.parse(out).summary;
    expect([code, workflows, events]).toEqual([0, 1, 1]);
  },
  60_000,
);
