import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // What the build made of the report's page comes as text, as it does in the bundle.
  plugins: [
    {
      name: 'text',
      enforce: 'pre',
      load: (id) =>
        id.endsWith('.txt')
          ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
          : undefined,
    },
  ],
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Generous: only tests that do not end fail, also on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Waits in a browser have no shorter limit, since the machine may be busy.
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
