// What ESLint is asked for when it is measured: the recommended rules for JSON.
import json from '@eslint/json';

export default [
  { files: ['**/*.json'], plugins: { json }, language: 'json/json', ...json.configs.recommended },
];
