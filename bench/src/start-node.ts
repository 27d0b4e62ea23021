import { findFreePort } from '@tollgate/tools';
import type { Stage } from './stage.ts';
import { startProcess } from './start-process.ts';
import { waitUntilServing } from './wait-until-serving.ts';

export interface NodeOptions {
  stage: Stage;
  core: number;
  /** Arguments of Node: options, then the program. */
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Polled until it returns 200; if absent, `/` is polled for any response. */
  healthPath?: string;
}

/** Starts a Node program that listens on PORT. */
export async function startNode({ stage, core, args, env = {}, cwd, healthPath }: NodeOptions) {
  const port = await findFreePort();
  const started = startProcess({
    command: process.execPath,
    args: args.map((argument) => argument.replace('$PORT', String(port))),
    core,
    taskset: stage.programs.taskset,
    env: { ...env, PORT: String(port) },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilServing(
      started,
      `${url}${healthPath ?? '/'}`,
      healthPath === undefined ? {} : { status: 200 },
    );
  } catch (error) {
    await started.stop();
    throw error;
  }
  return {
    pid: started.pid,
    url,
    output: () => started.output(),
    halt: (signal: NodeJS.Signals) => started.halt(signal),
    stop: () => started.stop(),
  };
}
