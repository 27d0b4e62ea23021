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
  const { given } = call;
  const type = await findProvider(call);
  const key = readSecretFile(call, 'key-file');
  const priority = readNumber(call, 'priority');
  const weight = readNumber(call, 'weight');
  return {
    ...textOf('name', given('name')),
    ...textOf('models', given('models')),
    ...textOf('group', given('group')),
    ...textOf('base_url', given('base-url')),
    ...textOf('tag', given('tag')),
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
async function findProvider({ client, given, t }: RemoteCall): Promise<number | undefined> {
  const wanted = given('provider').toLowerCase();
  if (wanted === '') return undefined;
  const types = await client.call('listChannelTypes');
  const found = types.find(
    ({ type, label }) => String(type) === wanted || label.toLowerCase() === wanted,
  );
  if (found) return found.type;
  const known = types.map(({ label }) => label).join(', ');
  throw new CommandError(t('failures.word', { option: '--provider', word: wanted, known }), 2);
}
