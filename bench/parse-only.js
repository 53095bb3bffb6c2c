// The least any tool must do: read the bytes and parse them.
import { readFileSync } from 'node:fs';

let parsed = 0;
for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line !== '') JSON.parse(line);
    parsed++;
  }
}
console.log(parsed);
