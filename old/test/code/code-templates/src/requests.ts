declare function load(): any;

async function api(method: string, path: string, body?: object) {
  const response = await fetch(`https://api.resend.com${path}`, { method, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const { id } = await api('POST', '/templates', {
  name: 'Tour',
  html: load(),
  variables: [
    { key: 'CITY', type: 'string', fallback_value: 'here' },
    { key: 'DAY', type: 'number', fallbackValue: 1 }, // finds dropped-field
    { key: 'EMAIL', type: 'string', fallback_value: 'you' }, // finds invalid-variable-name
  ],
});
await api('POST', `/templates/${id}/publish`);
await api('PATCH', `/templates/${id}`, { variables: [{ key: 'DAY', type: 'number', fallback: 1 }] });
await api('GET', '/templates');
