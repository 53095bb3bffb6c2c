import type { Shard } from '../../run/shard.ts';
import { UserError } from '../../run/user-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A shard, and the variables that it comes from; none if it comes from the flag. */
interface ChosenShard extends Shard {
  readonly from?: string;
}

interface Engine {
  readonly names: string;
  /** Its index from 1 and the total, which some do not provide. `undefined`: not in this environment. */
  find(env: Env): { readonly index: number; readonly total: number | undefined } | undefined;
}

/**
 * The shard that this run checks. Without the flag, the environment is only read
 * when a blob is written, since a report without a blob must be complete.
 */
export function chooseShard(
  given: string | undefined,
  writesBlob: boolean,
  env: Env,
): ChosenShard | undefined {
  if (given === undefined) return writesBlob ? fromEnvironment(env, undefined) : undefined;
  if (!writesBlob)
    throw new UserError(
      '--shard checks a part, which no report can be made of: it needs -f blob=FILE',
      'edgewise merge makes the report of the blobs',
    );
  const [, index, total] = /^(auto|\d{1,6})(?:\/(\d{1,6}))?$/.exec(given) ?? [];
  if (index === undefined || (index !== 'auto' && total === undefined))
    throw new UserError(
      `--shard wants I/N, such as 1/4, or auto, not "${given}"`,
      'auto: what the environment says; auto/N where it does not say how many',
    );
  const count = total === undefined ? undefined : Number(total);
  if (index !== 'auto') return checked(Number(index), count, `--shard ${given}`);
  const found = fromEnvironment(env, count);
  if (found !== undefined) return found;
  throw new UserError(
    `--shard ${given}: the environment does not say which shard this is`,
    `known are ${ENGINES.map(({ names }) => names).join('; ')}`,
  );
}

function fromEnvironment(env: Env, total: number | undefined): ChosenShard | undefined {
  const found = ENGINES.flatMap((engine) => {
    const place = engine.find(env);
    return place === undefined ? [] : [{ names: engine.names, ...place }];
  });
  const [first, second] = found;
  if (first === undefined) return undefined;
  if (second !== undefined && (second.index !== first.index || second.total !== first.total))
    throw new UserError(
      `the environment names two shards: ${first.names} one, ${second.names} another`,
      'say which: --shard I/N',
    );
  if (first.total !== undefined && total !== undefined && first.total !== total)
    throw new UserError(`--shard auto/${total}: but ${first.names} say ${first.total} shards`);
  const count = first.total ?? total;
  if (count === undefined)
    throw new UserError(
      `${first.names} does not say how many shards there are`,
      'say it: --shard auto/N',
    );
  return { ...checked(first.index, count, first.names), from: first.names };
}

function checked(index: number, total: number | undefined, what: string): Shard {
  if (total === undefined || total < 1) throw new UserError(`${what}: there must be a shard`);
  if (index < 1 || index > total)
    throw new UserError(
      `${what}: there is no shard ${index} of ${total}`,
      `shards count from 1 to ${total}`,
    );
  return { index, total };
}

/** A whole number in the environment; `undefined` if absent. */
function number(env: Env, name: string): number | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,9}$/.test(value))
    throw new UserError(`${name} is not a whole number`, 'pass the shard: --shard I/N');
  return Number(value);
}

/** An index that is counted from `first`; `undefined` if absent. */
const place = (index: number | undefined, first: number, total?: number) =>
  index === undefined ? undefined : { index: index - first + 1, total };

const PAIRS = [
  ['CI_NODE_INDEX', 'CI_NODE_TOTAL', 1],
  ['CIRCLE_NODE_INDEX', 'CIRCLE_NODE_TOTAL', 0],
  ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_PARALLEL_JOB_COUNT', 0],
  ['AWS_BATCH_JOB_ARRAY_INDEX', 'AWS_BATCH_JOB_ARRAY_SIZE', 0],
] as const;
const ENGINES: readonly Engine[] = [
  ...PAIRS.map(
    ([index, total, first]): Engine => ({
      names: `${index} and ${total}`,
      find: (env) => place(number(env, index), first, number(env, total)),
    }),
  ),
  { names: 'SLURM_ARRAY_TASK_ID', find: findSlurm },
  {
    names: 'JOB_COMPLETION_INDEX',
    find: (env) => place(number(env, 'JOB_COMPLETION_INDEX'), 0),
  },
];

function findSlurm(env: Env): ReturnType<Engine['find']> {
  const [id, min, max, total] = ['ID', 'MIN', 'MAX', 'COUNT'].map((name) =>
    number(env, `SLURM_ARRAY_TASK_${name}`),
  );
  if (id === undefined) return undefined;
  if (min === undefined || total === undefined) return { index: id, total: undefined };
  // --array=1,3,7 or 0-8:2 have gaps, so an index cannot be computed.
  if (max !== undefined && max - min + 1 !== total)
    throw new UserError(
      `the tasks of the Slurm array are not numbered one after the other (${total} from ${min} to ${max})`,
      'number them so, or say --shard I/N',
    );
  return place(id, min, total);
}
