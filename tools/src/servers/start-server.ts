import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalTree } from '../process/signal-tree.ts';
import { killAtExit } from '../process/kill-at-exit.ts';

/** For one that never starts: beside the linter it takes three times as long as alone. */
const START_LIMIT_MS = 120_000;

export interface TestServer {
  /** What tests connect to. */
  readonly url: string;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
  /** Ends the server by a signal and leaves its files. */
  halt(signal: NodeJS.Signals): Promise<void>;
  /**
   * Freezes the server and all that it started: the system keeps its connections, and nothing
   * responds until `resume`.
   */
  freeze(): void;
  resume(): void;
}

export interface ServerCommand {
  binary: string;
  args: readonly string[];
  folder: string;
  url: string;
  /** What the server prints when it accepts connections. */
  readyText: string;
  stopSignal: NodeJS.Signals;
  /** Who it runs as; this process's user when absent. */
  identity?: { uid: number; gid: number };
}

/** A folder for the files of a server, inside another; it is gone when this process ends. */
export function createServerFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `tollgate-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A server that can go away and come back. */
export interface RecoverableServer extends TestServer {
  /** Starts it again on the same port and files. */
  recover(): Promise<void>;
}

/** Starts a server that can be started again after a {@link TestServer.halt}. */
export async function startRecoverableServer(command: ServerCommand): Promise<RecoverableServer> {
  let running = await startServer(command);
  return {
    url: running.url,
    stop: () => running.stop(),
    halt: (signal) => running.halt(signal),
    freeze: () => running.freeze(),
    resume: () => running.resume(),
    async recover() {
      running = await startServer(command);
    },
  };
}

/** Starts a server and resolves when it is ready. Rejects with its output when it can't start. */
export function startServer(command: ServerCommand): Promise<TestServer> {
  const { binary, args, folder, url, readyText, stopSignal, identity } = command;
  const child = spawn(binary, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  const forget = killAtExit(child);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const halt = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
    forget();
  };
  const stop = async () => {
    await halt(stopSignal);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => {
      clearTimeout(limit);
      forget('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      reject(new Error(`${binary} did not start: ${reason}\n${output}`));
    };
    const limit = setTimeout(() => fail(`not ready after ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    const failAtExit = (code: number | null, signal: string | null) =>
      fail(`it ended with ${code ?? signal}`);
    child.once('exit', failAtExit);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        // What it says once it runs is of no use here, and would pile up.
        if (output.includes(readyText)) return;
        output += chunk;
        if (!output.includes(readyText)) return;
        clearTimeout(limit);
        child.off('exit', failAtExit);
        resolve({
          url,
          stop,
          halt,
          freeze: () => signalTree(child.pid ?? 0, 'SIGSTOP'),
          resume: () => signalTree(child.pid ?? 0, 'SIGCONT'),
        });
      });
    }
    child.once('error', (error) => fail(error.message));
  });
}
