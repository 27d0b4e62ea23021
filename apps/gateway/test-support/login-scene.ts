import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { type LoginSimulator, type Person, startLoginSimulatorOf } from '@tollgate/simulators';
import { manualClock } from '../src/platform/clock.ts';
import type { DatabaseKind } from './databases.ts';
import {
  type ApiResponse,
  type Client,
  startTestGateway,
  type TestGateway,
} from './test-gateway.ts';

/** The start of a login: for OAuth a state and its cookie, otherwise empty. */
export interface Begun {
  cookie: string;
  authorizationUrl: string;
  aff: string;
  /** The registration code passed at the end of a login. */
  code: string;
}

export interface LoginScene {
  gateway: TestGateway;
  clock: ReturnType<typeof manualClock>;
  simulator(provider: LoginProviderEntry): LoginSimulator;
  begin(provider: LoginProviderEntry, client?: Client, aff?: string, code?: string): Promise<Begun>;
  /** Returns what a provider sends for a user who has started a login. */
  prove(provider: LoginProviderEntry, person: Person, ceremony: Begun): Record<string, string>;
  finish(
    provider: LoginProviderEntry,
    proof: Record<string, string>,
    ceremony: Begun,
    client?: Client,
  ): Promise<ApiResponse>;
  /** Does all of it at once. */
  login(
    provider: LoginProviderEntry,
    person: Person,
    client?: Client,
    aff?: string,
    code?: string,
  ): Promise<ApiResponse>;
  setSwitch(provider: LoginProviderEntry, on: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Opens a gateway with every login provider of the registry simulated and enabled. */
export async function openLoginScene(kind: DatabaseKind): Promise<LoginScene> {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const simulators = new Map<string, LoginSimulator>();
  for (const { id } of loginProviderTable) simulators.set(id, await startLoginSimulatorOf(id));
  const simulator = ({ id }: LoginProviderEntry) => simulators.get(id) as LoginSimulator;
  const all = [...simulators.values()];
  const env = Object.assign({}, ...all.map((simulator) => simulator.env)) as Record<string, string>;
  const gateway = await startTestGateway({ kind, clock, env });
  await gateway.setOptions({
    ServerAddress: 'https://gate.example.org',
    ...(Object.assign({}, ...all.map(({ options }) => options)) as Record<string, string>),
    ...Object.fromEntries(loginProviderTable.map(({ enabled }) => [enabled.key, 'true'])),
  });

  const begin: LoginScene['begin'] = async (
    { id, kind },
    client = gateway.visitor,
    aff = '',
    code = '',
  ) => {
    if (kind !== 'oauth') return { cookie: '', authorizationUrl: '', aff, code };
    const path = `/api/oauth/state?provider=${id}&aff=${aff}&registration_code=${code}`;
    const { body, headers } = await client.call('GET', path);
    if (!body.success) throw new Error(body.code);
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { cookie, authorizationUrl: String(body.authorization_url), aff: '', code: '' };
  };
  const prove: LoginScene['prove'] = (provider, person, { authorizationUrl }) => {
    // Two signatures within a second would be the same proof.
    clock.advance(1000);
    const now = Math.floor(clock.nowMs() / 1000);
    return simulator(provider).prove(person, { authorizationUrl, now });
  };
  const finish: LoginScene['finish'] = (provider, proof, ceremony, client = gateway.visitor) => {
    const { cookie, aff, code } = ceremony;
    const query = new URLSearchParams({
      ...proof,
      ...(aff === '' ? {} : { aff }),
      ...(code === '' ? {} : { registration_code: code }),
    });
    const path = `/api/oauth/${provider.id}${provider.kind === 'widget' ? '/login' : ''}`;
    return client.call('GET', `${path}?${query.toString()}`, undefined, { cookie });
  };
  return {
    gateway,
    clock,
    simulator,
    begin,
    prove,
    finish,
    async login(provider, person, client, aff, code) {
      const ceremony = await begin(provider, client, aff, code);
      return finish(provider, prove(provider, person, ceremony), ceremony, client);
    },
    setSwitch: ({ enabled }, on) => gateway.setOption(enabled.key, String(on)),
    async close() {
      await gateway.close();
      for (const simulator of all) await simulator.close();
    },
  };
}
