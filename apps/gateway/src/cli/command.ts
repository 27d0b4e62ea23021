import type { Language } from '../domain/error-texts.ts';
import type { CliText } from './cli-text.ts';
import type { OptionName } from './command-options.ts';

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
  /** What was given to an option; empty where it was not. */
  given: (name: OptionName) => string;
  /** What was given besides options. */
  positionals: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** That of the terminal. */
  language: Language;
  /** A text of `cli.json` in it. */
  t: (path: CliText, params?: Readonly<Record<string, string | number>>) => string;
  /** Writes a line of the result to standard output. */
  say: (line: string) => void;
  /** Writes a line about the run to standard error. */
  note: (line: string) => void;
  /** Ends a command that would go on for ever. */
  signal?: AbortSignal;
}

/** One command of `tollgate`: a file of its own in `cli/commands`, a line in `cli/command-table.ts`. */
export interface Command {
  /** Its name, for example `channels list`. */
  name: string;
  /** What it takes besides options, for example `ID...`. */
  takes?: string;
  /** What it does, in lines of at most 100 characters. What its options mean is added. */
  help: CliText;
  options?: readonly OptionName[];
  /** How many positionals there may be; none by default. */
  positionals?: { min: number; max: number };
  /** The exit code where it is written wrong; 2 unless that means something else here. */
  usageExitCode?: number;
  /** Answers the exit code; 0 where there is none. Throws a CommandError to end with a sentence. */
  run(input: CommandInput): Promise<number | void>;
}

/** Several commands under one name: `tollgate channels list`. The first line of their help lists them. */
export interface CommandGroup {
  name: string;
  actions: Readonly<Record<string, Command>>;
}
