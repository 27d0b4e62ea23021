import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { killAtExit } from './kill-at-exit.ts';
import { setSessionNiceness } from './set-session-niceness.ts';

export interface CommandOptions {
  /** Working directory; the checkout if absent. */
  cwd?: string;
  /** Added to the environment of this process; with `clean`, the whole environment. */
  env?: Record<string, string>;
  /** `inherit` passes the output through, `capture` returns it, `both` also passes stdout through. */
  output: 'inherit' | 'capture' | 'both';
  /** Timeout after which the command and its children are killed, which counts as a failure. */
  limitMs?: number;
  /** Does not pass this process's environment to the command. */
  clean?: boolean;
  /** Nice value of the command and what it starts: below 0, they get more of the CPU than others. */
  niceness?: number | undefined;
}

export interface CommandResult {
  /** The exit code; 1 if it was killed or could not start. */
  code: number;
  /** Both streams, interleaved; empty with `inherit`. */
  output: string;
  elapsedMs: number;
}

/** The environment of our commands: installed binaries and the pinned Node come first in PATH. */
export function commandEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [join(repositoryRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/** Runs a command until it ends. Never rejects: failures are reported in the code and the output. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd = repositoryRoot, env, output, limitMs, clean = false, niceness }: CommandOptions,
): Promise<CommandResult> {
  const start = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: clean ? { ...env } : commandEnvironment(env),
    detached: true,
    stdio: output === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const forget = killAtExit(child);
  if (niceness !== undefined) setSessionNiceness(child.pid, niceness);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (output === 'both' && stream === child.stdout) process.stdout.write(chunk);
    });
  }
  let limit: NodeJS.Timeout | undefined;
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(limit);
      forget();
      resolve({ code, output: text, elapsedMs: performance.now() - start });
    };
    if (limitMs !== undefined) {
      limit = setTimeout(() => {
        text += `\nended after ${limitMs / 1000} s\n`;
        forget('SIGKILL');
      }, limitMs);
    }
    child.once('error', (error) => {
      text += `${error.message}\n`;
      finish(1);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}
