/**
 * The tests that `npm test` leaves out: large and hostile input, random input, servers, browsers, other programs, and
 * installation. `npm run test:rest` runs these, `npm run test:all` both. A file is in one of the two, whatever its name.
 */
export const REST = ['test/browser/**/*.test.ts'];
