import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npm run coverage`: the tests that run code of `src` and `rules` in their own process. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      exclude: [
        'test/{browser,fuzz,guards,slurm,lsp,mcp}/**',
        'test/{architecture,bench,ci-files,corpus,docs,docs-commands,editors,growth,hostile,install}.test.ts',
        'test/{names,node-versions,oracle,package,quality,scale,shard-recipes}.test.ts',
        'test/{style,supply-chain}.test.ts',
        'test/cli/large.test.ts',
      ],
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts', 'rules/**/*.ts'],
        exclude: [
          '**/*.generated.ts',
          'rules/index.ts',
          // They run in a browser.
          'src/features/html/{view,page}/**',
          // They run in processes and threads that tests start from the built program.
          'src/cli/{bin,engine-worker,simulate-query,record-preload,watch}.ts',
          'src/features/{lsp,mcp}/**',
        ],
        reporter: [['text', { skipFull: true }], 'json-summary'],
        // What is reached.
        thresholds: {
          ...{ statements: 99.3, branches: 99, functions: 99, lines: 99.5 },
          'rules/**': { branches: 99, lines: 99.9 },
          'src/core/**': { branches: 98.8, lines: 99.8 },
        },
      },
    },
  }),
);
