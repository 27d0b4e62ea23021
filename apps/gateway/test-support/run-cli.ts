import { runCommand } from '../src/cli/run-command.ts';

/** Runs `tollgate` with these arguments and environment; returns its exit code and output. */
export async function runCli(env: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const statusLines: string[] = [];
  const code = await runCommand(args, {
    env,
    print: (line) => lines.push(line),
    printStatus: (line) => statusLines.push(line),
  });
  return { code, said: lines.join('\n'), noted: statusLines.join('\n') };
}

/** Parses the output of `--json`. */
export function readJson<Value>({ said: output }: { said: string }): Value {
  return JSON.parse(output) as Value;
}
