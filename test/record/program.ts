import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edgewise, folderOf } from '../cli/program.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Runs a program of these files under the recorder, with a report as JSON. */
export function record(
  files: Readonly<Record<string, string>>,
  words: readonly string[],
  { format = 'json', env = {} }: { format?: string; env?: Readonly<Record<string, string>> } = {},
) {
  const cwd = folderOf({ 'package.json': '{"type": "module"}', ...files });
  symlinkSync(modules, join(cwd, 'node_modules'));
  const run = edgewise(['record', '--no-config', '-f', format, ...words], { cwd, env });
  const report = format === 'json' ? JSON.parse(run.out) : undefined;
  const found: string[] = (report?.findings ?? []).map(
    ({ rule, location: { source, region }, message }: Finding) =>
      `${source}:${region?.startLine} ${rule}: ${message}`,
  );
  return { ...run, cwd, report, found };
}

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly location: { readonly source: string; readonly region?: { readonly startLine: number } };
}

export const STEPS = `[
  { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
  { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
]`;
export const SDK = `import { Resend } from 'resend';
export const resend = new Resend(process.env.RESEND_API_KEY);
export const use = ({ data, error }) => {
  if (error) throw new Error(error.message);
  return data;
};
`;
export const CREATE = `${SDK}use(await resend.events.create({ name: 'user.created', schema: { plan: 'string' } }));
for (const name of ['Welcome', 'Second'])
  use(await resend.automations.create({ name, status: 'enabled', steps: ${STEPS}, connections: [{ from: 'start', to: 'mail' }] }));
console.log('created');
`;
export const node = ['--', 'node', 'main.js'];

/** Sends requests by fetch. */
export const HEAD = `const send = async (method, path, body) => {
  const response = await fetch('https://API.resend.com' + path, { method, body: body && JSON.stringify(body) });
  return response.status;
};
export const graph = { steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }], connections: [] };
`;
export const ACCOUNT = {
  'pulled/a.json': JSON.stringify({
    ...{ object: 'automation', id: 'a1', name: 'Studio', status: 'enabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'mail', type: 'send_email', config: { template: { id: 'tpl_1' } } },
    ],
    connections: [{ from: 'start', to: 'mail' }],
  }),
  'pulled/events.json': '[{ "name": "user.created", "schema": { "minutes": "number" } }]',
};
export const within = (text: string, words: readonly string[] = ['--from', 'pulled']) =>
  record({ 'main.js': HEAD + text, ...ACCOUNT }, [...words, ...node]);
