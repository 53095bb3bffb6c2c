import type { PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { type Engine, EngineEnded } from '../../run/engine.ts';
import { UserError } from '../../run/user-error.ts';
import type { LspEngine } from './engine.ts';

/** Milliseconds without a change before everything is checked. */
const DELAY = 25;

/** What the engine is given, and who receives what it finds. */
interface Client {
  roots(): readonly string[];
  /** The open texts. */
  readonly texts: {
    get(uri: string): { readonly version: number; getText(): string } | undefined;
    keys(): readonly string[];
  };
  show(published: PublishDiagnosticsParams): void;
  /** Shows an error. */
  warn(message: string): void;
}

/** The engine and what it does not have yet. */
export interface EditorSession {
  /** A text was opened, changed or closed. */
  changeText(uri: string): void;
  /** Files, configurations or folders changed. */
  changeFiles(): void;
  /** Checks everything that changed, at once. */
  check(): Promise<void>;
  /** @param otherwise the answer of an engine that ended. Throws the UserError of an answer. */
  ask<K extends keyof LspEngine>(
    method: K,
    otherwise: Awaited<ReturnType<LspEngine[K]>>,
    ...args: Parameters<LspEngine[K]>
  ): Promise<Awaited<ReturnType<LspEngine[K]>>>;
  /** The thread has ended. */
  lose(ended: EngineEnded): void;
  stop(): void;
}

export function createEditorSession(engine: Engine<LspEngine>, client: Client): EditorSession {
  /** Files for which the client has findings. */
  const shown = new Set<string>();
  const unsent = new Set<string>();
  let isStale = true;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  let changes = 0;
  const { call, oldest } = noteCalls(engine, () => changes);

  const sendTexts = (): void => {
    for (const sent of sendEach(unsent, call, client.texts)) sent.catch(fail);
    unsent.clear();
  };
  const fail = (error: unknown): void => {
    // `lose` reports that.
    if (!(error instanceof EngineEnded)) client.warn(faultOf(error));
  };
  const check = oneByOne(async () => {
    if (isLost) return;
    try {
      sendTexts();
      if (isStale) {
        isStale = false;
        const faults = await call('load', client.roots(), [...shown]);
        for (const fault of faults) client.warn(fault);
        sendTexts();
      }
      for (const published of await call('check')) {
        client.show(published);
        noteShown(published, shown);
      }
    } catch (error) {
      fail(error);
    }
  });
  const change = (): void => {
    changes++;
    if (isLost) {
      [isLost, isStale] = [false, true];
      for (const uri of client.texts.keys()) unsent.add(uri);
    }
    clearTimeout(timer);
    timer = setTimeout(check, DELAY);
  };

  return {
    check,
    changeText(uri) {
      unsent.add(uri);
      change();
    },
    changeFiles() {
      isStale = true;
      change();
    },
    ask(method, otherwise, ...args) {
      if (!isLost) sendTexts();
      const answer = isLost ? Promise.reject(new EngineEnded()) : call(method, ...args);
      return answer.catch((error) => {
        if (!(error instanceof EngineEnded)) throw error;
        return otherwise;
      });
    },
    lose({ message }) {
      isLost = true;
      client.warn(
        `the check ${message}; it runs again after the next change (longer limit: edgewise lsp --timeout SECONDS)`,
      );
      // A new thread gets everything again, but not unchanged: the same texts would end it as well.
      if ((oldest() ?? changes) < changes) change();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Keeps the state at each call that has no answer; `oldest` returns that of the first one. */
function noteCalls(engine: Engine<LspEngine>, state: () => number) {
  const waiting: number[] = [];
  const call: typeof engine.call = (method, ...args) => {
    waiting.push(state());
    const answer = engine.call(method, ...args);
    const note = (): void => void waiting.shift();
    answer.then(note, note);
    return answer;
  };
  return { call, oldest: () => waiting[0] };
}

/** The newest texts: many changes may have been made since the last check. */
function sendEach(
  uris: Iterable<string>,
  call: Engine<LspEngine>['call'],
  texts: Client['texts'],
): readonly Promise<void>[] {
  return [...uris].map((uri) => {
    const text = texts.get(uri);
    if (text === undefined) return call('close', uri);
    return call('open', uri, text.version, text.getText());
  });
}

function noteShown({ uri, diagnostics }: PublishDiagnosticsParams, shown: Set<string>): void {
  if (diagnostics.length > 0) shown.add(uri);
  else shown.delete(uri);
}

/** Calls while one runs become one call after it. */
function oneByOne(run: () => Promise<void>): () => Promise<void> {
  let underWay = Promise.resolve();
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    return run();
  };
  return () => {
    next ??= underWay = underWay.then(start);
    return next;
  };
}

function faultOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return `the check failed: ${(error as Error).message}; this is a fault of edgewise, please report it`;
}
