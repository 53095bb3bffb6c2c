// Both halves of where V8 puts what is new, in each thread. It doubles them as long as enough outlives a collection, and after hundreds
// of megabytes enough has. What is checked here is gone by then, so twice the room makes collections no cheaper.
const ENOUGH = 16 * 1024 * 1024;
const EVERY = 64;

type V8 = Pick<typeof import('node:v8'), 'getHeapSpaceStatistics' | 'setFlagsFromString'>;

/**
 * To be called between portions of what is read: keeps V8 from making more room for what is new when there is enough.
 * @param load it takes some milliseconds, which small runs do without.
 */
export function boundNursery(load: () => V8 = () => process.getBuiltinModule('node:v8')): () => void {
  let calls = 0;
  return () => {
    if (++calls % EVERY !== 0) return;
    const { getHeapSpaceStatistics, setFlagsFromString } = load();
    const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (nursery !== undefined && nursery.space_size >= ENOUGH) setFlagsFromString('--semi-space-growth-factor=1');
  };
}
