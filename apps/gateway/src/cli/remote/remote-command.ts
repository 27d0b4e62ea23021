import type { Client } from '@tollgate/client';
import { type Texts, texts } from '@tollgate/i18n';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions } from '../command-options.ts';
import { connectToGateway } from './connect-to-gateway.ts';

/** What a command that calls a running gateway receives. */
export interface RemoteCall extends CommandInput {
  client: Client;
  /** The console's texts, for what both show. */
  words: Texts;
  /** Print the result as JSON, for scripts. */
  json: boolean;
}

interface RemoteCommand extends Omit<Command, 'run'> {
  run(call: RemoteCall): Promise<number | void>;
}

/** Defines a command that calls a running gateway, with the options common to all of them. */
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
