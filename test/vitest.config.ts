import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm test`; with REST=1 the other tests: browsers, installation. */
const isRest = process.env['REST'] !== undefined;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: [isRest ? 'test/**/*.rest.test.ts' : 'test/**/*.test.ts'],
    exclude: isRest ? [] : ['**/*.rest.test.ts'],
    globalSetup: ['test/generate.ts'],
    // Without it, the text of a style sheet is empty.
    css: true,
    // Files of one process load the modules once, which saves a fifth of the time.
    isolate: false,
    // Generous: only tests that do not end fail, also on a slow machine.
    testTimeout: 300_000,
  },
});
