import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from '../../command.ts';
import { pluralize } from '../../core/model/text.ts';
import { openSources } from '../../load/sources.ts';
import { EXIT } from '../../run/exit-code.ts';
import { numberFlag } from '../../run/flag.ts';
import { pick } from '../../run/flags.ts';
import { holdWorkspace } from '../../run/hold.ts';
import { serveLoopback } from '../../run/loopback.ts';
import { writeFailures, writeStream } from '../../run/output.ts';
import { UserError } from '../../run/user-error.ts';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import { respond } from './respond.ts';
import { type Samples, takeSamples } from './samples.ts';

export default defineCommand({
  name: 'serve',
  summary: "serve the service's read API from an export, for tests; on this machine only",
  positionals: ['PATH…'],
  flags: {
    port: numberFlag('N', 'where to listen; without it, a free port', [0, 65_535, 'whole']),
    latency: numberFlag('N', 'milliseconds before each answer', [0, 600_000, 'whole']),
    ...pick('allowEmpty'),
  },
  examples: [['edgewise serve workflows/ --port 8080', 'answers until it is interrupted']],
  async run({ port = 0, latency = 0, allowEmpty, ...args }, { runtime }) {
    const samples: Samples = { runs: new Map() };
    const { cwd, stdin } = runtime;
    const { items } = openSources({ paths: args.positional, cwd: cwd(), stdin });
    const { documents, failures, skipped } = await holdWorkspace(takeSamples(items, samples));
    await writeFailures(failures, runtime);
    if (failures.length > 0) return EXIT.failed;
    if (documents.length === 0 && !allowEmpty) {
      throw new UserError(
        'no workflows or event definitions found',
        skipped > 0 ? `${skipped} JSON files hold something else` : 'name the files of your export',
      );
    }
    const catalogue = buildCatalogue(
      documents.map(({ document }) => document),
      samples,
    );
    const lost = [...samples.runs.keys()].find((id) => !catalogue.workflows.byId.has(id));
    if (lost !== undefined)
      throw new UserError(`no workflow has the id "${lost}"`, 'name a file of runs after the id');
    await writeStream(runtime.stderr, notesOf(catalogue));
    const answer = (message: IncomingMessage, response: ServerResponse): void => {
      // A client may close the connection early.
      response.on('error', () => {});
      void handle(message, response, latency, catalogue).catch(() => response.destroy());
    };
    return serveLoopback(answer, { port }, runtime);
  },
});

async function handle(
  message: IncomingMessage,
  response: ServerResponse,
  latency: number,
  catalogue: Catalogue,
): Promise<void> {
  message.resume();
  const { method = '', url = '', headers: given } = message;
  const { host, authorization, 'user-agent': userAgent } = given;
  if (latency > 0) await pause(latency);
  const request = { method, url, host, userAgent, authorization };
  const { status, headers, body } = respond(request, catalogue);
  response.writeHead(status, {
    ...headers,
    ...RATE_HEADERS,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** As documented by the service. It is reported and not enforced. */
const RATE_HEADERS = {
  'ratelimit-limit': '10',
  'ratelimit-remaining': '9',
  'ratelimit-reset': '1',
};

// A pause does not delay the end of the server.
const pause = (milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { ref: false });

function notesOf({ workflows, events, named, shadowed }: Catalogue): readonly string[] {
  const served = `${pluralize(workflows.items.length, 'workflow')} and ${pluralize(events.items.length, 'event')}`;
  const nameless = named === 1 ? '1 item has no id and is' : `${named} items have no id and are`;
  return [
    `edgewise: serving ${served}; Ctrl-C ends it\n`,
    'edgewise: any API key is accepted, such as EDGEWISE_API_KEY=test\n',
    ...(named > 0 ? [`edgewise: ${nameless} given one\n`] : []),
    ...(shadowed > 0
      ? [`edgewise: ${pluralize(shadowed, 'item')} left out: an earlier one has the same id\n`]
      : []),
  ];
}
