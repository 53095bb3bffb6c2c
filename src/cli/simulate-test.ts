import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import type { Program } from './main.ts';

export async function runTests(_rules: readonly AnyRule[], _args: Args, _program: Program): Promise<number> {
  return 2;
}
