/**
 * The tests that `npm test` leaves out: large and hostile input, random input, servers, browsers, other programs, and
 * installation. `npm run test:rest` runs these, `npm run test:all` both. A file is in one of the two, whatever its name.
 */
export const REST = [
  'test/{browser,ends,fuzz,lsp,mcp,slurm}/**/*.test.ts',
  'test/{any-json,bench,dialects,docs-commands,engine,followed-statements,hostile,install}.test.ts',
  'test/{metamorphic,oracle,package,scale,shard-recipes}.test.ts',
  'test/{diff/hostile,diff/properties,picture/layout,simulate/properties}.test.ts',
  'test/cli/{large,limits,signals}.test.ts',
  'test/{check/recheck,fix/random,lint/parts}.test.ts',
];
