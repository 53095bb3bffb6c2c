import type {
  ForOfStatement,
  ForStatement,
  IfStatement,
  Node,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
  WhileStatement,
} from '@babel/types';
import { type Binding, bindingOf, namesIn, tableOf } from './bindings.ts';
import { type Following, forget, valueIn } from './changes.ts';
import { effectsIn, isInside } from './effects.ts';
import { budgetOf, isExhausted } from './evaluation.ts';
import { LOOP, returnsIn, statementsIn } from './functions.ts';
import { binary } from './literals.ts';
import { boundValue, taken } from './named.ts';
import { binderWithin, siteOf, truthOf, usualTruthOf, type Value } from './values.ts';

/** How a statement ends. `here`: at the place that is asked for. `unknown`: what runs after it is not known. */
type End = 'next' | 'break' | 'continue' | 'return' | 'here' | 'unknown';

/** Sets the names of the parameters of a function or the item of a loop. */
export function setParameters(node: Node, run: Following): void {
  for (const [name, binding] of tableOf(node))
    run.locals.values.set(binding, boundValue(name, binding, run));
}

export function followAll(statements: readonly Statement[], run: Following): End {
  for (const statement of statements) {
    const end = follow(statement, run);
    if (run.locals.isLost) return 'unknown';
    if (end !== 'next') return end;
  }
  return 'next';
}

function follow(statement: Statement, run: Following): End {
  const { until, module, evaluation, depth, locals } = run;
  const isTooMuch = isExhausted(evaluation, depth) || --budgetOf(module).left < 0;
  evaluation.work.isCut ||= isTooMuch;
  if (isTooMuch) return 'unknown';
  const inner = { ...run, depth: run.depth + 1 };
  if (
    until &&
    !locals.changed &&
    statement.type !== 'BlockStatement' &&
    isInside(until, statement)
  ) {
    const part = partWith(until, statement, inner);
    // Which cases run before it is not known.
    if (part !== undefined && statement.type === 'SwitchStatement') return 'unknown';
    if (part !== undefined) return follow(part, inner);
    if (statement.type !== 'VariableDeclaration' && reachPlace(run)) return 'here';
  }
  switch (statement.type) {
    case 'BlockStatement':
      return followAll(statement.body, inner);
    case 'ExportNamedDeclaration':
      return statement.declaration ? follow(statement.declaration, inner) : 'next';
    case 'VariableDeclaration':
      return declare(statement, run);
    case 'ExpressionStatement':
      if (effectsIn(statement, module).length > 0) valueIn(statement.expression, run);
      return 'next';
    case 'IfStatement':
      return branch(statement, inner);
    case 'SwitchStatement':
      return choose(statement, inner);
    case 'ForOfStatement':
      return eachItem(statement, inner);
    case 'ForStatement':
    case 'WhileStatement':
      return repeat(statement, inner);
    case 'TryStatement':
      return attempt(statement, inner);
    case 'ReturnStatement':
      return returned(statement.argument, run);
    case 'ThrowStatement':
      // What catches it is not known.
      locals.isLost = true;
      return 'unknown';
    case 'BreakStatement':
      return 'break';
    case 'ContinueStatement':
      return 'continue';
    default:
      return forgetAll(statement, run);
  }
}

/** At the place that is asked for: returns whether it ends there. Otherwise, what changes after it is followed too. */
function reachPlace({ evaluation, locals }: Following): boolean {
  if (evaluation.isEarly !== true) return true;
  locals.found = locals.wanted && locals.values.get(locals.wanted);
  locals.changed = new Set();
  return false;
}

export function returned(result: Node | null | undefined, run: Following): End {
  const { locals, site } = run;
  locals.result = result ? valueIn(result, run) : { kind: 'absent', site };
  return 'return';
}

/** The block, and what runs after it in any case. */
function attempt({ block, finalizer }: TryStatement, run: Following): End {
  const { locals } = run;
  const end = followAll(block.body, run);
  if (!finalizer || end === 'here' || end === 'unknown') return end;
  const { result } = locals;
  const last = followAll(finalizer.body, run);
  if (last !== 'next') return last;
  locals.result = result;
  return end;
}

/** The statement in a statement that has a place in it and runs once. */
function partWith(place: Node, statement: Statement, run: Following): Statement | undefined {
  if (LOOP.test(statement.type)) return undefined;
  const { block, handler } = statement.type === 'TryStatement' ? statement : {};
  if (block && handler && isInside(place, handler)) forgetAll(block, run);
  const parts = statementsIn(statement) as readonly (Statement | null | undefined)[];
  return parts.find((each) => each && isInside(place, each)) ?? undefined;
}

function declare({ declarations }: VariableDeclaration, run: Following): End {
  for (const { id, init } of declarations) {
    const isHere = run.until && !run.locals.changed && init && isInside(run.until, init);
    if (isHere && reachPlace(run)) return 'here';
    const site = siteOf(id, run.module);
    const value: Value = init ? valueIn(init, run) : { kind: 'absent', site };
    for (const { name } of namesIn(id)) {
      const binding = bindingOf(name, id) as Binding;
      run.locals.values.set(binding, taken(id, name, value, run));
    }
  }
  return 'next';
}

/** What a statement may change is not known after it, nor what runs after it in its function, if it may return. */
export function forgetAll(statement: Node, run: Following, test?: Value): End {
  const { locals, module, until } = run;
  if (test) locals.cause ??= binderWithin(test);
  forget(effectsIn(statement, module), run);
  const isFollowed = until === undefined && locals.changed === undefined;
  return isFollowed && returnsIn(statement).length > 0 ? 'unknown' : 'next';
}

function branch(statement: IfStatement, run: Following): End {
  const { consequent, alternate } = statement;
  const test = valueIn(statement.test, run);
  const ends = [consequent, alternate].map((each) => (each ? endOf(each) : undefined));
  // The place that is asked for comes after it.
  const isBefore = run.until !== undefined && run.locals.changed === undefined;
  const leaves = ends.map((end) => end === 'throw' || (end === 'return' && isBefore));
  const known = truthOf(test);
  const isOther = known === undefined && leaves.includes(true);
  const truth = isOther ? leaves[0] !== true : (known ?? usualTruthOf(test));
  if (truth !== undefined) {
    run.locals.isDefault ||= !isOther && known === undefined;
    const taken = truth ? consequent : alternate;
    return taken ? follow(taken, run) : 'next';
  }
  forgetAll(statement, run, test);
  // After the place, it is enough to know all that may change.
  return ends.some((end) => end !== undefined) && !run.locals.changed ? 'unknown' : 'next';
}

/** Whether a branch ends its block, or may. */
function endOf(branch: Statement): 'throw' | 'return' | 'jump' | undefined {
  const last = branch.type === 'BlockStatement' ? branch.body.at(-1) : branch;
  if (last?.type === 'ThrowStatement') return 'throw';
  if (last?.type === 'ReturnStatement') return 'return';
  const waiting: (Node | null | undefined)[] = [branch];
  for (let node = waiting.pop(); waiting.length > 0 || node; node = waiting.pop()) {
    if (!node) continue;
    if (/Break|Continue|Return/.test(node.type)) return 'jump';
    for (const inner of statementsIn(node)) waiting.push(inner);
  }
  return undefined;
}

/** Whether a loop goes on after an iteration; how it ends otherwise. */
function afterIteration(end: End, loop: Node, run: Following): End | undefined {
  if (end === 'next' || end === 'continue') return undefined;
  if (end === 'break') return 'next';
  return end === 'unknown' && !run.locals.isLost ? forgetAll(loop, run) : end;
}

function eachItem(loop: ForOfStatement, run: Following): End {
  const list = valueIn(loop.right, run);
  const isOwn = loop.left.type === 'VariableDeclaration';
  if (list.kind !== 'array' || list.isOpen || !isOwn) return forgetAll(loop, run, list);
  for (const item of [...list.items]) {
    const { evaluation } = run;
    const frame = { binder: loop, values: [item], isOpen: false, next: evaluation.frame };
    const inner = { ...run, evaluation: { ...evaluation, frame } };
    setParameters(loop, inner);
    const end = afterIteration(follow(loop.body, inner), loop, run);
    if (end !== undefined) return end;
  }
  return 'next';
}

function repeat(loop: ForStatement | WhileStatement, run: Following): End {
  const { init, update } = loop.type === 'ForStatement' ? loop : {};
  if (init?.type === 'VariableDeclaration') declare(init, run);
  else if (init) valueIn(init, run);
  for (;;) {
    const truth = loop.test ? truthOf(valueIn(loop.test, run)) : undefined;
    if (truth === undefined)
      return forgetAll(loop, run, loop.test ? valueIn(loop.test, run) : undefined);
    if (!truth) return 'next';
    const end = afterIteration(follow(loop.body, run), loop, run);
    if (end !== undefined) return end;
    if (update) valueIn(update, run);
  }
}

function choose(statement: SwitchStatement, run: Following): End {
  const { cases } = statement;
  const given = valueIn(statement.discriminant, run);
  let start = -1;
  for (const [i, { test }] of cases.entries()) {
    if (!test) continue;
    const truth = truthOf(binary('===', given, valueIn(test, run), given.site));
    if (truth === undefined) return forgetAll(statement, run, given);
    if (truth) start = i;
    if (truth) break;
  }
  if (start === -1) start = cases.findIndex(({ test }) => !test);
  const statements = start === -1 ? [] : cases.slice(start).flatMap(({ consequent }) => consequent);
  const end = followAll(statements, run);
  return end === 'break' ? 'next' : end;
}
