import type { ParseArgsOptionsConfig } from 'node:util';

/** Ends a command with a sentence for the operator and exit code 1, or the one given. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command is run with. */
export interface CommandInput {
  /** What was given to the options that the command names. */
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  /** What was given besides options. */
  positionals: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line of the result to standard output. */
  say: (line: string) => void;
  /** Writes a line about the run to standard error. */
  note: (line: string) => void;
}

/** One command of `tollgate`: a file of its own in `cli/commands`, a line in `cli/command-table.ts`. */
export interface Command {
  /** How it is written, after `tollgate`, for example `backup [FILE]`. */
  usage: string;
  /** What its options mean, in lines of at most 100 characters. */
  help: readonly string[];
  options: ParseArgsOptionsConfig;
  /** How many positionals there may be. */
  positionals: { min: number; max: number };
  /** Answers the exit code; 0 where there is none. Throws a CommandError to end with a sentence. */
  run(input: CommandInput): Promise<number | void>;
}
