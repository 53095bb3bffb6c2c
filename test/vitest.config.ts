import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isRest } from './runs.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // `npm test`; with REST=1 the other tests, and those of random input with more of it.
    include: [isRest ? 'test/**/*.{rest,random}.test.ts' : 'test/**/*.test.ts'],
    exclude: isRest ? [] : ['**/*.rest.test.ts'],
    globalSetup: ['test/generate.ts'],
    maxWorkers: '100%',
    // Without it, the text of a style sheet is empty.
    css: true,
    // Files of one process load the modules once: each test puts back what it changes.
    isolate: false,
    // Generous: only tests that do not end fail, also on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
