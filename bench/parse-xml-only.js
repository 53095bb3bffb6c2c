// The least any tool for BPMN must do: read the bytes and parse them, with the parser that bpmnlint itself has.
import { readFileSync } from 'node:fs';
import { Parser } from 'saxen';

let elements = 0;
for (const file of process.argv.slice(2)) {
  const parser = new Parser();
  parser.on('openTag', () => elements++);
  parser.parse(readFileSync(file, 'utf8'));
}
console.log(elements);
