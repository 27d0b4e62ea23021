import { type DataOf, endpoints } from '@tollgate/contract';
import { simulatedPaymentOptions } from '@tollgate/simulators';
import { listChannels } from './channels.ts';
import { type ConsoleClient, createConsoleClient } from './console-client.ts';
import { makeCalls } from './make-calls.ts';
import { PEOPLE, type Person } from './people.ts';

export interface SeedInput {
  gatewayUrl: string;
  simulatorUrl: string;
  /** Password of the super admin `root`. */
  rootPassword: string;
}

/** A seeded key; the console shows the key itself. */
export interface SeededKey {
  username: string;
  name: string;
  key: string;
}

/**
 * Fills an empty gateway through its own API: channels to the simulators, people, keys, calls. Returns the
 * keys, or undefined if there were channels already and nothing was done.
 */
export async function seed(input: SeedInput): Promise<SeededKey[] | undefined> {
  const { gatewayUrl, simulatorUrl, rootPassword } = input;
  const root = await signIn(gatewayUrl, 'root', rootPassword);
  const { total } = await root.call(endpoints.listChannels);
  if (total > 0) return undefined;
  for (const body of listChannels(simulatorUrl)) await root.call(endpoints.createChannel, { body });
  await root.call(endpoints.updateOptions, {
    body: { options: listPaymentOptions(gatewayUrl, simulatorUrl) },
  });
  const keys: SeededKey[] = [];
  for (const person of PEOPLE) {
    await addPerson(root, person);
    keys.push(...(await addKeys(gatewayUrl, person)));
  }
  for (const { key } of keys) await makeCalls(gatewayUrl, key);
  return keys;
}

async function signIn(url: string, username: string, password: string): Promise<ConsoleClient> {
  const user = await createConsoleClient(url).call(endpoints.login, {
    body: { username, password },
  });
  return createConsoleClient(url, user ?? undefined);
}

async function addPerson(root: ConsoleClient, person: Person): Promise<void> {
  const { username, password, role, quota } = person;
  const user = await root.call(endpoints.createUser, { body: { username, password, role } });
  await root.call(endpoints.updateUser, {
    body: { id: user.id, quota, quota_before: user.quota, reason: 'seed' },
  });
}

async function addKeys(url: string, { username, password, keys }: Person): Promise<SeededKey[]> {
  const client = await signIn(url, username, password);
  const made: SeededKey[] = [];
  for (const name of keys) {
    const { key } = await createKey(client, name);
    made.push({ username, name, key: key.startsWith('sk-') ? key : `sk-${key}` });
  }
  return made;
}

function createKey(
  client: ConsoleClient,
  name: string,
): Promise<DataOf<typeof endpoints.createToken>> {
  return client.call(endpoints.createToken, { body: { name } });
}

/** Options for paying at the simulated payment providers, which run alongside the simulated upstreams. */
function listPaymentOptions(gatewayUrl: string, simulatorUrl: string) {
  const options = simulatedPaymentOptions(Number(new URL(simulatorUrl).port));
  return Object.entries({ ServerAddress: gatewayUrl, ...options }).map(([key, value]) => ({
    key,
    value,
  }));
}
