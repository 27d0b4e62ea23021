import type { Client } from '@tollgate/client';
import { type Texts, texts } from '@tollgate/i18n';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions } from '../command-options.ts';
import { connectToGateway } from './connect-to-gateway.ts';

/** What a command that asks a running gateway is run with. */
export interface RemoteCall extends CommandInput {
  client: Client;
  /** The texts of the console, for what both show. */
  words: Texts;
  /** The result is printed as JSON, for scripts. */
  json: boolean;
}

interface RemoteCommand extends Omit<Command, 'run'> {
  run(call: RemoteCall): Promise<number | void>;
}

/** A command that asks a running gateway. It has the options that all of them have. */
export function remoteCommand({ options = [], run, ...command }: RemoteCommand): Command {
  return {
    ...command,
    options: [...options, ...commonOptions],
    run: async (input) =>
      run({
        ...input,
        words: texts[input.language],
        client: connectToGateway(input),
        json: input.values.json === true,
      }),
  };
}
