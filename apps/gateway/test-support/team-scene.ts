import type { Token } from '@tollgate/contract';
import { startOpenAiSimulator } from '@tollgate/simulators';
import type { Clock } from '../src/platform/clock.ts';
import { findUserById } from '../src/store/users-repository.ts';
import type { DatabaseKind } from './databases.ts';
import { MODEL } from './relay-scene.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

let keys = 0;

/** The code of a refused call, or the status of one that was served. */
export type Outcome = string | number;

export interface TeamScene {
  gateway: TestGateway;
  /** Returns the data of a response, or the code of its refusal; with a team, the call acts for it. */
  ask(client: Client, method: string, path: string, body?: unknown, team?: number): Promise<never>;
  makeTeam(owner: Client): Promise<number>;
  /** Has somebody (a new user by default) join by a link. */
  join(team: number, options: { by: Client; role?: string; who?: Client }): Promise<Client>;
  transfer(
    client: Client,
    team: number,
    direction: string,
    quota: number,
    key?: string,
  ): Promise<never>;
  quotaOf(id: number): Promise<number>;
  /** Creates a key of the team as a member. */
  makeKey(
    member: Client,
    team: number,
    fields?: Record<string, unknown>,
  ): Promise<Token & { secret: string }>;
  /** Calls a model. */
  chat(secret: string, fields?: Record<string, unknown>): Promise<Outcome>;
  close(): Promise<void>;
}

/** Opens a gateway in front of a simulated upstream, with helpers for tests of teams. */
export async function openTeamScene(kind: DatabaseKind, clock?: Clock): Promise<TeamScene> {
  const gateway = await startTestGateway({ kind, ...(clock ? { clock } : {}) });
  const simulator = await startOpenAiSimulator({});
  await gateway.channel({ base_url: simulator.url });
  const request: TeamScene['ask'] = async (client, method, path, body, team) => {
    const headers: Record<string, string> =
      team === undefined ? {} : { 'tollgate-team': String(team) };
    const response = await client.call(method, path, body, headers);
    return (response.body.code ?? response.body.data) as never;
  };
  return {
    gateway,
    ask: request,
    async makeTeam(owner) {
      const team: { id: number } = await request(owner, 'POST', '/api/team/', { name: 'Acme' });
      return team.id;
    },
    async join(team, { by, role = 'member', who: client }) {
      const person = client ?? (await gateway.user());
      const path = `/api/team/${team}/invitations`;
      const invitation: { code: string } = await request(by, 'POST', path, { role });
      await request(person, 'POST', '/api/team/invitation/accept', { code: invitation.code });
      return person;
    },
    transfer: (client, team, direction, quota, key) =>
      request(client, 'POST', `/api/team/${team}/${direction}`, {
        quota,
        idempotency_key: key ?? `transfer-${(keys += 1)}`,
      }),
    quotaOf: async (id) => (await findUserById(gateway.app.domain.store.db, id))?.quota ?? 0,
    async makeKey(member, team, fields = {}) {
      const key: Token = await request(
        member,
        'POST',
        '/api/token/',
        { name: 'key', ...fields },
        team,
      );
      return { ...key, secret: `sk-${key.key}` };
    },
    async chat(secret, fields = {}) {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: MODEL,
          max_tokens: 16,
          messages: [{ role: 'user', content: 'hi' }],
          ...fields,
        }),
      });
      const body = (await response.json()) as { error?: { code?: string } };
      return body.error?.code ?? response.status;
    },
    async close() {
      await gateway.close();
      await simulator.close();
    },
  };
}
