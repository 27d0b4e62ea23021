import type { Dialect } from './dialects.ts';

/** Where a client runs and what it connects to. */
export interface ClientPlace {
  /** Its own home directory. */
  home: string;
  /** The project it works on. */
  folder: string;
  /** Origin of the gateway, without a trailing slash. */
  gateway: string;
  /** An API key of the gateway. */
  key: string;
  /** All models that a conversation may use. */
  models: readonly string[];
}

/** One run of a client, for one prompt. */
export interface ClientTurn {
  prompt: string;
  model: string;
  /** Resumes the latest conversation of this home and project. */
  resumes: boolean;
}

export interface ClientCommand {
  args: readonly string[];
  /** Sends the prompt as an editor does, over the Agent Client Protocol. */
  overAcp?: { session: string; model: string; prompt: string };
  env?: Record<string, string>;
}

/** How to point a coding agent at the gateway and run it without a terminal. */
export interface ClientDriver {
  readonly name: string;
  /** The npm package, and the binary in it. */
  readonly package: string;
  readonly binary: string;
  /** The dialect it sends to the gateway. */
  readonly dialect: Dialect;
  /** Writes the client's configuration into the fresh home. */
  configure?(environment: ClientPlace): void;
  /** A command run once before the first turn, for clients that write their own configuration. */
  signIn?(environment: ClientPlace, model: string): ClientCommand;
  command(environment: ClientPlace, turn: ClientTurn): ClientCommand;
}
