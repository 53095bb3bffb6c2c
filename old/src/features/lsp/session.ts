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
  engineEnded(ended: EngineEnded): void;
  stop(): void;
}

/** What the engine does not have yet. */
interface State {
  isStale: boolean;
  isLost: boolean;
  /** The number of changes so far. */
  changes: number;
  /** The changed texts. */
  readonly unsent: Set<string>;
  /** Files for which the client has findings. */
  readonly shown: Set<string>;
}

type Call = Engine<LspEngine>['call'];

export function createEditorSession(engine: Engine<LspEngine>, client: Client): EditorSession {
  const state: State = {
    isStale: true,
    isLost: false,
    changes: 0,
    unsent: new Set(),
    shown: new Set(),
  };
  let timer: NodeJS.Timeout | undefined;
  const { call, oldest } = noteCalls(engine, () => state.changes);
  const check = oneByOne(async () => {
    if (!state.isLost)
      await checkChanges(state, call, client).catch((error) => warn(error, client));
  });
  const change = (): void => {
    state.changes++;
    if (state.isLost) {
      [state.isLost, state.isStale] = [false, true];
      for (const uri of client.texts.keys()) state.unsent.add(uri);
    }
    clearTimeout(timer);
    timer = setTimeout(check, DELAY);
  };
  return {
    check,
    changeText(uri) {
      state.unsent.add(uri);
      change();
    },
    changeFiles() {
      state.isStale = true;
      change();
    },
    ask(method, otherwise, ...args) {
      if (state.isLost) return Promise.resolve(otherwise);
      sendTexts(state, call, client);
      return call(method, ...args).catch((error) => {
        if (!(error instanceof EngineEnded)) throw error;
        return otherwise;
      });
    },
    engineEnded({ message }) {
      state.isLost = true;
      client.warn(
        `the check ${message}; it runs again after the next change (longer limit: edgewise lsp --timeout SECONDS)`,
      );
      // A new thread gets everything again, but not unchanged: the same texts would end it as well.
      if ((oldest() ?? state.changes) < state.changes) change();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Keeps the state at each call that has no answer; `oldest` returns that of the first one. */
function noteCalls(engine: Engine<LspEngine>, state: () => number) {
  const waiting: number[] = [];
  const call: Call = (method, ...args) => {
    waiting.push(state());
    const answer = engine.call(method, ...args);
    const note = (): void => void waiting.shift();
    answer.then(note, note);
    return answer;
  };
  return { call, oldest: () => waiting[0] };
}

async function checkChanges(state: State, call: Call, client: Client): Promise<void> {
  const { shown } = state;
  sendTexts(state, call, client);
  if (state.isStale) {
    state.isStale = false;
    const faults = await call('load', client.roots(), [...shown]);
    for (const fault of faults) client.warn(fault);
    sendTexts(state, call, client);
  }
  for (const published of await call('check')) {
    client.show(published);
    if (published.diagnostics.length > 0) shown.add(published.uri);
    else shown.delete(published.uri);
  }
}

/** The newest texts: many changes may have been made since the last check. */
function sendTexts({ unsent }: State, call: Call, client: Client): void {
  for (const uri of unsent) {
    const text = client.texts.get(uri);
    const sent =
      text === undefined ? call('close', uri) : call('open', uri, text.version, text.getText());
    sent.catch((error) => warn(error, client));
  }
  unsent.clear();
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

function warn(error: unknown, client: Client): void {
  // `engineEnded` reports that.
  if (error instanceof EngineEnded) return;
  const { message } = error as Error;
  client.warn(
    error instanceof UserError
      ? message
      : `the check failed: ${message}; this is a fault of edgewise, please report it`,
  );
}
