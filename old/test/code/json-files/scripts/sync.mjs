import { readFile } from 'node:fs/promises';
const APPLY = process.argv.includes('--apply');
const KEY = process.env.RESEND_API_KEY;

async function api(method, path, body) {
  const response = await fetch(`https://api.resend.com${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

async function sync() {
  const spec = JSON.parse(await readFile(new URL('../emails/automations.json', import.meta.url), 'utf8'));
  const existing = await api('GET', '/automations');
  const byName = new Map((existing.data ?? []).map((each) => [each.name, each.id]));
  for (const each of spec.automations) {
    const id = byName.get(each.name);
    if (!APPLY) continue;
    const { status, ...rest } = each;
    if (id) await api('PATCH', `/automations/${id}`, rest);
    else await api('POST', '/automations', { ...rest, status: 'disabled' });
  }
}
await sync();
