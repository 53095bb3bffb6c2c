/**
 * The tests that `npm test` leaves out: large and hostile input, random input, counted work, browsers, other programs, other versions of
 * Node, and installation. `npm run test:rest` runs these, `npm run test:all` both. A file is in one of the two, whatever its name.
 */
export const REST = [
  'test/{browser,ends,fuzz,guards,slurm}/**/*.test.ts',
  'test/{bench,docs-commands,growth,hostile,install}.test.ts',
  'test/{node-versions,oracle,package,scale,shard-recipes,supply-chain}.test.ts',
  'test/cli/{large,limits,signals}.test.ts',
  'test/{check/recheck,fix/random,lint/parts}.test.ts',
];
