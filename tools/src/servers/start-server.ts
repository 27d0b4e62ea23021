import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalTree } from '../process/signal-tree.ts';
import { killAtExit } from '../process/kill-at-exit.ts';

/** Timeout of a start, which takes three times as long while the linter is running. */
const START_LIMIT_MS = 120_000;

export interface TestServer {
  /** The URL that tests connect to. */
  readonly url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
  /** Stops the server with a signal and keeps its files. */
  halt(signal: NodeJS.Signals): Promise<void>;
  /**
   * Freezes the server and everything it started: connections stay open, but nothing responds until `resume`.
   */
  freeze(): void;
  resume(): void;
}

export interface ServerCommand {
  binary: string;
  args: readonly string[];
  folder: string;
  url: string;
  /** The output that indicates it accepts connections. */
  readyText: string;
  stopSignal: NodeJS.Signals;
  /** The user it runs as; this process's user if absent. */
  identity?: { uid: number; gid: number };
}

/** Creates a folder for a server's files inside another; it is removed when this process ends. */
export function createServerFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `tollgate-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A server that can be stopped and recovered. */
export interface RecoverableServer extends TestServer {
  /** Restarts it on the same port and files. */
  recover(): Promise<void>;
}

/** Starts a server that can be restarted after a {@link TestServer.halt}. */
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

/** Starts a server and resolves when it is ready. Rejects with its output if it can't start. */
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
        // Later output is not needed and would accumulate.
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
