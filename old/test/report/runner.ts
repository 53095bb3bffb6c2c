/** Commands that readers of CI logs interpret: GitHub's runner, Azure Pipelines and TeamCity. */
export interface Command {
  readonly by: 'github' | 'azure' | 'teamcity';
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

export function commandsIn(log: string): readonly Command[] {
  // Every one of these ends a line for some reader.
  return log
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((line) => [...lineCommand(line), ...bracketCommands(line)]);
}

function lineCommand(line: string): readonly Command[] {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end === -1) return [];
  const head = text.slice(2, end);
  const space = head.indexOf(' ');
  const name = space === -1 ? head : head.slice(0, space);
  const properties = space === -1 ? [] : head.slice(space + 1).split(',');
  const pairs = properties.map((pair) => [
    pair.slice(0, pair.indexOf('=')).trim(),
    decoded(pair.slice(pair.indexOf('=') + 1), PROPERTY),
  ]);
  return [
    {
      by: 'github',
      name,
      properties: Object.fromEntries(pairs),
      data: decoded(text.slice(end + 2), DATA),
    },
  ];
}

function* bracketCommands(line: string): Iterable<Command> {
  for (const [, by = '', name = ''] of line.matchAll(/##(vso|teamcity)?\[([^\s\]]*)/g)) {
    yield {
      by: by === 'vso' ? 'azure' : by === 'teamcity' ? 'teamcity' : 'github',
      name,
      properties: {},
      data: '',
    };
  }
}

const DATA: readonly (readonly [string, string])[] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const PROPERTY = [['%3A', ':'], ['%2C', ','], ...DATA] as const;

function decoded(text: string, mappings: readonly (readonly [string, string])[]): string {
  return mappings.reduce((left, [from, to]) => left.replaceAll(from, to), text);
}
