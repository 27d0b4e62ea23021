import { runCommand } from '../src/cli/run-command.ts';

/** Runs `tollgate` with these arguments and environment; returns its exit code and output. */
export async function runCli(env: Record<string, string>, ...args: string[]) {
  const said: string[] = [];
  const noted: string[] = [];
  const code = await runCommand(args, {
    env,
    print: (line) => said.push(line),
    printStatus: (line) => noted.push(line),
  });
  return { code, said: said.join('\n'), noted: noted.join('\n') };
}

/** Parses the output of `--json`. */
export function readJson<Value>({ said }: { said: string }): Value {
  return JSON.parse(said) as Value;
}
