import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { answerCalls, createEngine, EngineEnded } from '../src/run/engine.ts';
import { UserError } from '../src/run/user-error.ts';

// Node cannot run the source in a thread, so the two sides are tested one by one.

interface Methods {
  echo(text: string): string;
  sleep(milliseconds: number): void;
  hang(): void;
  exit(): void;
  throw(): void;
  answer(given: object): void;
}

const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  const methods = {
    echo: (text) => text,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    hang() { for (;;); },
    exit: () => process.exit(0),
    throw() { setTimeout(() => { throw null; }); return new Promise(() => {}); },
  };
  let turn = Promise.resolve();
  parentPort.on('message', ({ id, method, args }) => {
    if (method === 'answer') parentPort.postMessage({ id, ...args[0] });
    else turn = turn.then(async () => parentPort.postMessage({ id, value: await methods[method](...args) }));
  });
  console.log('started');
`;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function open(seconds: number) {
  const ended: string[] = [];
  const printed: string[] = [];
  const engine = createEngine<Methods>(
    new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`),
    {},
    { seconds, onEnd: ({ message }) => ended.push(message) },
    (text) => printed.push(text),
  );
  ends.push(() => engine.close());
  return { engine, ended, printed };
}

test('a call that takes too long ends the thread and all calls; the next call starts another one', async () => {
  const { engine, ended, printed } = open(3);
  expect(await engine.call('echo', 'a')).toBe('a');
  const calls = [engine.call('hang'), engine.call('echo', 'b')];
  for (const call of calls)
    await expect(call).rejects.toEqual(new EngineEnded('did not end within 3 seconds'));
  expect(await engine.call('echo', 'c')).toBe('c');
  expect(ended).toEqual(['did not end within 3 seconds']);
  await expect.poll(() => printed).toEqual(['started\n', 'started\n']);
});

test('the time of a call begins when those before it are answered', async () => {
  const { engine, ended } = open(5);
  await Promise.all([engine.call('sleep', 2600), engine.call('sleep', 2600)]);
  expect(ended).toEqual([]);
});

test('a thread that ends by itself is an error of the call, and started again', async () => {
  const { engine, ended } = open(60);
  await expect(engine.call('exit')).rejects.toEqual(new EngineEnded('ended'));
  await expect(engine.call('throw')).rejects.toEqual(new EngineEnded('ended with null'));
  expect(await engine.call('echo', 'a')).toBe('a');
  expect(ended).toEqual(['ended', 'ended with null']);
  const call = engine.call('hang');
  const closed = expect(call).rejects.toEqual(new EngineEnded('ended'));
  await engine.close();
  await closed;
  expect(ended).toHaveLength(2);
});

test('a call fails with the mistake of the user, or the fault, that the thread answers', async () => {
  const { engine, ended } = open(60);
  const mistake = { message: 'wrong', hint: 'do it right', details: ['here'] };
  const refused = engine.call('answer', { mistake });
  await expect(refused).rejects.toBeInstanceOf(UserError);
  await expect(refused).rejects.toMatchObject(mistake);
  await expect(engine.call('answer', { fault: 'broken' })).rejects.toEqual(new Error('broken'));
  expect(ended).toEqual([]);
});

test('calls are answered in their order, also those that fail', async () => {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  const order: string[] = [];
  const methods = {
    async slow() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('slow');
    },
    wrong() {
      order.push('wrong');
      throw new UserError('wrong', 'do it right', ['here']);
    },
    broken: () => Promise.reject(new TypeError('broken')),
  };
  answerCalls(port2, Promise.resolve(methods));
  const answers: unknown[] = [];
  port1.on('message', (answer) => answers.push(answer));
  for (const [id, method] of ['slow', 'wrong', 'broken'].entries())
    port1.postMessage({ id, method, args: [] });
  await expect
    .poll(() => answers)
    .toEqual([
      { id: 0, value: undefined },
      { id: 1, mistake: { message: 'wrong', hint: 'do it right', details: ['here'] } },
      { id: 2, fault: 'broken' },
    ]);
  expect(order).toEqual(['slow', 'wrong']);
});
