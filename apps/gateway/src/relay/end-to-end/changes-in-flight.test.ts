import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import { openDisconnectingClient } from '../../../test-support/disconnecting-client.ts';
import {
  type ScriptedCall,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test-support/scripted-upstream.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';

const MODEL = 'gpt-4o';
const CALLS = 8;
const REPORTED = { prompt: 20, completion: 20 };
/** USD 2.50 and 10 per million tokens, half a unit per dollar. */
const COST = (REPORTED.prompt * 2.5 + REPORTED.completion * 10) / 2;
/** The calls reserve 5,000 units each: if that stayed reserved, too little would remain for the next. */
const LIMIT = 1000;
const QUOTA = 50_000;
const wire = WIRES['openai-chat'];

interface Scene {
  gateway: TestGateway;
  person: Client;
  keyId: number;
  channelId: number;
}

/** What happens while all calls run. */
const CHANGES: Record<string, (scene: Scene) => Promise<unknown>> = {
  'its key is deleted': ({ person, keyId }) => person.call('DELETE', `/api/token/${keyId}`),
  'its user is disabled': ({ gateway: { root }, person: { id } }) =>
    root.call('POST', '/api/user/manage', { id, action: 'disable' }),
  'its user moves to a group that pays more': ({ gateway: { root }, person: { id } }) =>
    root.call('PUT', '/api/user/', { id, group: 'vip' }),
  'its model costs more': ({ gateway }) =>
    gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 10 })),
  'its channel is deleted': ({ gateway: { root }, channelId }) =>
    root.call('DELETE', `/api/channel/${channelId}`),
  'its channel serves another model': ({ gateway: { root }, channelId: id }) =>
    root.call('PUT', '/api/channel/', { id, models: 'another' }),
};

describe.each(databaseKinds)(
  'a call on %s costs the price at its start and releases the rest, when',
  (kind) => {
    let upstream: ScriptedUpstream;
    let gateway: TestGateway;
    let channelId = 0;
    beforeAll(async () => {
      upstream = await startScriptedUpstream();
      gateway = await startTestGateway({ kind });
    });
    beforeEach(async () => {
      await gateway.setOptions({
        ModelRatio: JSON.stringify({ [MODEL]: 1.25 }),
        CompletionRatio: JSON.stringify({ [MODEL]: 4 }),
        GroupRatio: JSON.stringify({ default: 1, vip: 3 }),
      });
      channelId = await openChannel('default,vip');
    });
    afterEach(() => gateway.root.call('DELETE', `/api/channel/${channelId}`));
    afterAll(async () => {
      await gateway.close();
      await upstream.close();
    });

    const openChannel = async (group: string) =>
      (await gateway.channel({ base_url: upstream.url, models: MODEL, group })).id;

    /** Starts calls, every second one streaming; resolves once all of them have reached the upstream. */
    async function begin(secret: string) {
      const clients = Array.from({ length: CALLS }, (_, index) => {
        const { path, body } = wire.call(MODEL, index % 2 === 1, 'Count.');
        return openDisconnectingClient(gateway.url + path, secret, { ...body, max_tokens: LIMIT });
      });
      const calls: ScriptedCall[] = [];
      while (calls.length < CALLS) calls.push(await upstream.next());
      return {
        answers: Promise.all(clients.map((client) => client.readAll().catch(() => ''))),
        calls,
      };
    }
    const isStream = ({ body }: ScriptedCall) => body.includes('"stream":true');
    function end(calls: readonly ScriptedCall[]): void {
      for (const call of calls) {
        if (!isStream(call)) {
          call.begin('application/json');
          call.end(wire.whole('Some words', REPORTED));
        } else call.end(wire.text(' words') + wire.finish() + wire.usage(REPORTED) + wire.last());
      }
    }
    async function rowsOf(person: Client) {
      const rows = () =>
        gateway.app.domain.store.db
          .selectFrom('logs')
          .select(['quota'])
          .where('user_id', '=', person.id)
          .where('type', '=', 2)
          .execute();
      await expect.poll(async () => (await rows()).length).toBe(CALLS);
      return (await rows()).map(({ quota }) => Number(quota));
    }

    test.each(Object.entries(CHANGES))('%s meanwhile', async (_name, make) => {
      const person = await gateway.user({ quota: QUOTA });
      const { id: keyId, secret } = await gateway.token(person, { unlimited_quota: true });
      const { answers: responses, calls } = await begin(secret);
      for (const call of calls.filter(isStream)) {
        call.begin();
        await call.write(wire.start() + wire.text('Some'));
      }
      await make({ gateway, person, keyId, channelId });
      end(calls);
      await responses;
      const charges = await rowsOf(person);
      expect(new Set(charges)).toEqual(new Set([COST]));

      // The full remainder is available: the same number of calls fits again.
      await gateway.root.call('POST', '/api/user/manage', { id: person.id, action: 'enable' });
      await gateway.root.call('PUT', '/api/user/', { id: person.id, group: 'default' });
      const { data } = (await gateway.root.call('GET', `/api/user/${person.id}`)).body;
      expect(data.quota).toBe(QUOTA - CALLS * COST);
      await gateway.setOption('ModelRatio', JSON.stringify({ [MODEL]: 1.25 }));
      const further = await openChannel('default');
      const key = await gateway.token(await fresh(person), { unlimited_quota: true });
      const next = await begin(key.secret);
      for (const call of next.calls.filter(isStream)) call.begin();
      end(next.calls);
      await next.answers;
      await gateway.root.call('DELETE', `/api/channel/${further}`);
      expect(await findLedgerDifferences(gateway.app.domain.store.db)).toEqual([]);
    });

    /** Signs in again: disabling ended the session. */
    async function fresh({ id }: Client): Promise<Client> {
      const { data } = (await gateway.root.call('GET', `/api/user/${id}`)).body;
      return gateway.login(String(data.username), 'password1');
    }
  },
);
