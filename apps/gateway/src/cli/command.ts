import type { Language } from '../domain/error-texts.ts';
import type { CliText } from './cli-text.ts';
import type { OptionName } from './command-options.ts';

/** Ends a command with a message for the operator and exit code 1, or the one given. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What a command receives. */
export interface CommandInput {
  /** The values of the options that the command declares. */
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  /** Returns an option's value; '' if it was not given. */
  optionValue: (name: OptionName) => string;
  /** The arguments that are not options. */
  positionals: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** The language of the terminal. */
  language: Language;
  /** Returns a text of `cli.json` in that language. */
  t: (path: CliText, params?: Readonly<Record<string, string | number>>) => string;
  /** Writes a line of the result to standard output. */
  print: (line: string) => void;
  /** Writes a line about the run to standard error. */
  printStatus: (line: string) => void;
  /** Ends a command that would otherwise never end. */
  signal?: AbortSignal;
}

/** A command of `tollgate`: its own file in `cli/commands` and a line in `cli/command-table.ts`. */
export interface Command {
  /** Its name, for example `channels list`. */
  name: string;
  /** Its positional arguments, for example `ID...`. */
  takes?: string;
  /** What it does, in lines of at most 100 characters. Descriptions of its options are appended. */
  help: CliText;
  options?: readonly OptionName[];
  /** The allowed number of positionals; none by default. */
  positionals?: { min: number; max: number };
  /** Exit code for wrong usage; 2 unless the command uses that for something else. */
  usageExitCode?: number;
  /** Returns the exit code, 0 by default. Throws a CommandError to end with a message. */
  run(input: CommandInput): Promise<number | void>;
}

/** Several commands under one name: `tollgate channels list`. The first line of their help lists them. */
export interface CommandGroup {
  name: string;
  actions: Readonly<Record<string, Command>>;
}
