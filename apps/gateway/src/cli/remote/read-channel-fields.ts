import { CommandError } from '../command.ts';
import type { OptionName } from '../command-options.ts';
import { readNumber } from './read-number.ts';
import { readSecretFile } from './read-secret-file.ts';
import type { RemoteCall } from './remote-command.ts';

/** The options for a channel's fields. */
export const channelOptions = [
  'name',
  'provider',
  'models',
  'group',
  'base-url',
  'key-file',
  'priority',
  'weight',
  'tag',
] as const satisfies readonly OptionName[];

/** Reads the given fields of a channel; leaves out those not given. */
export async function readChannelFields(call: RemoteCall) {
  const { optionValue } = call;
  const type = await findProvider(call);
  const key = readSecretFile(call, 'key-file');
  const priority = readNumber(call, 'priority');
  const weight = readNumber(call, 'weight');
  return {
    ...textOf('name', optionValue('name')),
    ...textOf('models', optionValue('models')),
    ...textOf('group', optionValue('group')),
    ...textOf('base_url', optionValue('base-url')),
    ...textOf('tag', optionValue('tag')),
    ...(type === undefined ? {} : { type }),
    ...(key === undefined ? {} : { key }),
    ...(priority === undefined ? {} : { priority }),
    ...(weight === undefined ? {} : { weight }),
  };
}

function textOf<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}

/** Returns a provider's type, by its name in the console or its number. */
async function findProvider({ client, optionValue, t }: RemoteCall): Promise<number | undefined> {
  const name = optionValue('provider').toLowerCase();
  if (name === '') return undefined;
  const types = await client.call('listChannelTypes');
  const provider = types.find(
    ({ type, label }) => String(type) === name || label.toLowerCase() === name,
  );
  if (provider) return provider.type;
  const known = types.map(({ label }) => label).join(', ');
  throw new CommandError(t('failures.word', { option: '--provider', word: name, known }), 2);
}
