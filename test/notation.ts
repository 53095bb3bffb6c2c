/**
 * A short notation for inputs of cases, which becomes JSON of today's dialect:
 *
 *     workflow Welcome disabled            name and status; needed for more than one, default "Case" enabled
 *     start: trigger user.created          KEY: TYPE and its main value
 *     hello: send_email welcome {"NAME": {"var": "event.name"}}
 *     pause: delay 3 days
 *     wait: wait_for_event order.paid for 3 days
 *     ask: condition event.plan eq "pro"
 *     other: contact_update {"unsubscribed": true}    any type with its config as JSON
 *     start -> hello -> pause              edges of type default
 *     ask -met-> hello                     -met-> -not-> -received-> -timeout-> or the whole type
 *     event user.created {"name": "string"}           a definition; null: no schema
 *     templates [{"id": "welcome"}]        a complete collection of a resource
 *     partial events                       has_more is true
 */
const BRANCHES = new Map([
  ['', 'default'],
  ['met', 'condition_met'],
  ['not', 'condition_not_met'],
  ['received', 'event_received'],
]);

interface Json {
  [key: string]: unknown;
}

export function parseNotation(text: string): Json {
  const workflows: Json[] = [];
  const lists = new Map<string, unknown[]>();
  const partial = new Set<string>();
  const current = (): { steps: Json[]; connections: Json[] } => {
    if (workflows.length === 0) workflows.push(workflow('Case', 'enabled'));
    return workflows.at(-1) as never;
  };
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [word = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    if (word === 'workflow') {
      const isDisabled = rest.endsWith(' disabled');
      workflows.push(
        workflow(isDisabled ? rest.slice(0, -9) : rest, isDisabled ? 'disabled' : 'enabled'),
      );
    } else if (word === 'event') {
      const [name = '', ...schema] = words;
      add(lists, 'events', {
        name,
        schema: schema.length === 0 ? null : JSON.parse(schema.join(' ')),
      });
    } else if (word === 'partial') partial.add(rest);
    else if (/^\w+$/.test(word) && rest.startsWith('[')) {
      for (const item of JSON.parse(rest)) add(lists, word, item);
      lists.set(word, lists.get(word) ?? []);
    } else if (word.endsWith(':')) current().steps.push(step(word.slice(0, -1), rest));
    else current().connections.push(...edges(line));
  }
  const collections = [...lists].map(([name, data]) => [
    name,
    { object: 'list', has_more: partial.has(name), data },
  ]);
  const [only, another] = workflows;
  if (collections.length === 0 && only !== undefined && another === undefined) return only;
  return { workflows, ...Object.fromEntries(collections) };
}

const workflow = (name: string, status: string): Json => ({
  name,
  status,
  steps: [],
  connections: [],
});

function add(lists: Map<string, unknown[]>, name: string, item: unknown): void {
  lists.set(name, [...(lists.get(name) ?? []), item]);
}

function step(key: string, text: string): Json {
  const [type = '', ...words] = text.split(' ');
  const rest = words.join(' ');
  const config =
    rest.startsWith('{') && type !== 'send_email' ? JSON.parse(rest) : configOf(type, words);
  return { key, type, config };
}

function configOf(type: string, words: readonly string[]): Json {
  const [first = '', second, ...others] = words;
  const rest = words.join(' ');
  if (type === 'trigger') return { event_name: rest };
  if (type === 'delay') return { duration: rest };
  if (type === 'wait_for_event')
    return { event_name: first, ...(second === 'for' && { timeout: others.join(' ') }) };
  if (type === 'condition')
    return {
      ...{ type: 'rule', field: first, operator: second },
      ...(others.length > 0 && { value: JSON.parse(others.join(' ')) }),
    };
  if (type === 'add_to_segment') return { segment_id: first };
  if (type !== 'send_email') return {};
  if (first.startsWith('{')) return JSON.parse(rest);
  const variables = words.slice(1).join(' ');
  return { template: { id: first, ...(variables !== '' && { variables: JSON.parse(variables) }) } };
}

function edges(line: string): Json[] {
  const parts = line.split(/ (-\w*->|->) /);
  const found: Json[] = [];
  for (let i = 1; i < parts.length; i += 2) {
    const name = (parts[i] as string).replace(/^-|->$/g, '').replace(/^>$/, '');
    found.push({ from: parts[i - 1], to: parts[i + 1], type: BRANCHES.get(name) ?? name });
  }
  return found;
}
