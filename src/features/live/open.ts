import { note } from '../../node/streams.ts';
import { type AccessOptions, readAccess } from './access.ts';
import { type Client, createClient } from './client.ts';
import { LIMITS, type Limits } from './limits.ts';
import { chooseFetch } from './proxy.ts';

/** A line on an interactive standard error, outside of CI; an empty text removes it. */
export type Progress = (text: string) => void;

/** Opens the account behind the key of the environment for one use, and closes it. */
export async function withAccount<T>(
  options: AccessOptions,
  limits: Partial<Limits>,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const access = readAccess(options, process.env);
  const progress = createProgress(process.stderr);
  const fetch = await chooseFetch(access.baseUrl, process.env);
  const client = createClient(access, fetch, { ...LIMITS, ...limits }, (milliseconds) => {
    progress('');
    const seconds = Math.round(milliseconds / 1000);
    void note([`edgewise: the service asks to wait ${seconds} seconds`]);
  });
  let [asked, done] = [0, 0];
  const get = async (path: string): Promise<unknown> => {
    asked++;
    const answer = await client.get(path);
    progress(`reading the account: ${++done} of ${asked} requests`);
    return answer;
  };
  try {
    return await use({ ...client, get });
  } finally {
    client.close();
    progress('');
  }
}

export function createProgress({ isTTY }: { readonly isTTY?: boolean }): Progress {
  const { CI, TERM } = process.env;
  const isShown = isTTY === true && !CI && TERM !== 'dumb';
  return (text) => void (isShown && process.stderr.write(`\r\u001b[K${text}`));
}
