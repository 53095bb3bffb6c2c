/** What V8 is told, which knows neither how much there is to come nor that it all looks the same. */
export interface Engine {
  /** To be called between portions of what is read. */
  rest(): void;
  /** Leaves it to others to say when all is loaded. */
  leave(): void;
  /** To be called when all is loaded: other flags than when code was compiled ahead, and V8 would not take that code. */
  inlineLess(): void;
}

// Both halves of where V8 puts what is new, in each thread. It doubles them as long as enough outlives a collection, and after hundreds
// of megabytes enough has. What is checked here is gone by then, so twice the room makes collections no cheaper.
const ENOUGH = 16 * 1024 * 1024;
const EVERY = 64;

// Each thread compiles by itself what is hot in it, in the background, and until that is done it runs what is slow: two compilers took
// a third of all the time for 50 MB. With less inlining that is a sixth to a tenth less time in all, and what they make is as quick.
const LESS_INLINING = '--max-inlined-bytecode-size-cumulative=100';

type V8 = Pick<typeof import('node:v8'), 'getHeapSpaceStatistics' | 'setFlagsFromString'>;

/** @param load it takes some milliseconds, which small runs do without. */
export function createEngine(load: () => V8 = () => process.getBuiltinModule('node:v8')): Engine {
  let calls = 0;
  let isLeft = false;
  const inlineLess = (): void => load().setFlagsFromString(LESS_INLINING);
  return {
    rest() {
      if (++calls === 1 && !isLeft) inlineLess();
      if (calls % EVERY !== 0) return;
      const { getHeapSpaceStatistics, setFlagsFromString } = load();
      const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      if (nursery !== undefined && nursery.space_size >= ENOUGH) setFlagsFromString('--semi-space-growth-factor=1');
    },
    leave() {
      isLeft = true;
    },
    inlineLess,
  };
}
