// Marks the functions that a small lint calls. V8 compiles them with their module, and Node's compile cache keeps them; compiled
// one by one when first called, they take a fifth of the time of a small lint.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Rewrites a bundled module. V8 compiles a function expression in parentheses at once, so a called expression gets them, and a called
 * method becomes one. A called declaration becomes a variable before all statements, as declarations are hoisted.
 * @param words the arguments of Node for the lint
 */
export function compileEagerly(module, words) {
  const source = readFileSync(module, 'utf8');
  const called = findCalled(pathToFileURL(module).href, words);
  const isCalled = ({ start, end }) => called.has(`${start}-${end}`);
  const { program } = parseSync(module, source);

  const insertions = [];
  const enclose = ({ start, end }, opening) =>
    insertions.push({ at: start, text: opening }, { at: end, text: ')' });
  const methods = new Set();
  const markExpression = (node) => {
    if (isCalled(node) && !methods.has(node)) enclose(node, '(');
  };
  new Visitor({
    MethodDefinition: ({ value }) => methods.add(value),
    Property(node) {
      const { method, kind, value } = node;
      if (!method && kind === 'init') return;
      methods.add(value);
      if (method && !value.async && !value.generator && isCalled(node))
        enclose(value, ':(function');
    },
    ArrowFunctionExpression: markExpression,
    FunctionExpression: markExpression,
  }).visit(program);
  insertions.sort((a, b) => a.at - b.at);

  const variables = [];
  const rest = [];
  let done = 0;
  for (const node of program.body) {
    if (node.type !== 'FunctionDeclaration' || !isCalled(node)) continue;
    const { id, start, end } = node;
    variables.push(`var ${id.name}=(${textOf(start, id.start)}${textOf(id.end, end)});`);
    rest.push(textOf(done, start));
    done = end;
  }
  rest.push(textOf(done, source.length));
  writeFileSync(module, escapeNonAscii(`${variables.join('')}${rest.join(';')}`));

  function textOf(from, to) {
    let text = '';
    let at = from;
    for (const insertion of insertions) {
      if (insertion.at < from || insertion.at > to) continue;
      text += source.slice(at, insertion.at) + insertion.text;
      at = insertion.at;
    }
    return text + source.slice(at, to);
  }
}

/** V8 keeps a text of ASCII in half of the memory, and Node need not decode it. */
const escapeNonAscii = (code) =>
  code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The functions of a module that a run of the program calls, each as `START-END`. */
function findCalled(url, words) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-build-'));
  try {
    // Calls of functions in a compile cache are not counted. Other variables could change what is called; Windows requires this one.
    const { SystemRoot } = process.env;
    const env = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1', SystemRoot };
    execFileSync(process.execPath, words, { env });
    const [file] = readdirSync(folder);
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { functions } = result.find((script) => script.url === url);
    return new Set(
      functions
        .map(({ ranges: [whole] }) => whole)
        .filter(({ count }) => count > 0)
        .map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
