import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/generate.ts'],
    // Generous: only tests that do not end fail, also on a slow machine.
    testTimeout: 300_000,
  },
});
