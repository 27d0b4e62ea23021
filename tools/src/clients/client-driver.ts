import type { Dialect } from './dialects.ts';

/** Where a client runs and what it calls. */
export interface ClientPlace {
  /** Its home, of its own. */
  home: string;
  /** The project that it works on. */
  folder: string;
  /** Origin of the gateway, without a slash at the end. */
  gateway: string;
  /** An API key of the gateway. */
  key: string;
  /** All models that a conversation may use. */
  models: readonly string[];
}

/** One run of a client: a prompt, from start to exit. */
export interface ClientTurn {
  prompt: string;
  model: string;
  /** Goes on with the newest conversation of this home and folder. */
  resumes: boolean;
}

export interface ClientCommand {
  args: readonly string[];
  /** Gives it the prompt as an editor does, over the Agent Client Protocol. */
  overAcp?: { session: string; model: string; prompt: string };
  env?: Record<string, string>;
}

/** How a coding agent is pointed at the gateway and run without a terminal. */
export interface ClientDriver {
  readonly name: string;
  /** The npm package, and the binary in it. */
  readonly package: string;
  readonly binary: string;
  /** What it speaks to the gateway. */
  readonly dialect: Dialect;
  /** Writes its configuration into the fresh home. */
  configure?(place: ClientPlace): void;
  /** Runs once before the first turn, where the client writes its configuration by itself. */
  signIn?(place: ClientPlace, model: string): ClientCommand;
  command(place: ClientPlace, turn: ClientTurn): ClientCommand;
}
