/**
 * The tests that `npm test` leaves out: large and hostile input, random input, browsers, other programs, and
 * installation. `npm run test:rest` runs these, `npm run test:all` both. A file is in one of the two, whatever its name.
 */
export const REST = [
  'test/{browser,ends,fuzz,slurm}/**/*.test.ts',
  'test/{bench,docs-commands,hostile,install}.test.ts',
  'test/{oracle,package,scale,shard-recipes}.test.ts',
  'test/cli/{git,large,limits,signals}.test.ts',
  'test/{check/recheck,fix/random,lint/parts}.test.ts',
];
