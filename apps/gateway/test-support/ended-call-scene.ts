import type { Dialect } from '@tollgate/dialects';
import { expect } from 'vitest';
import { openDisconnectingClient, type DisconnectingClient } from './disconnecting-client.ts';
import { MODEL_OF } from './dialect-scene.ts';
import { WIRES } from './dialect-wires.ts';
import type { LoggedCall } from './relay-scene.ts';
import {
  type ScriptedCall,
  type ScriptedUpstream,
  startScriptedUpstream,
} from './scripted-upstream.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts';

/** A gateway in front of one scripted upstream that speaks every dialect, selected by model. */
export interface EndedCallScene {
  gateway: TestGateway;
  upstream: ScriptedUpstream;
  /** Ids of the channels. */
  channels: Readonly<Record<Dialect, number>>;
  /** Starts a call; resolves with both of its ends once it is upstream. */
  call(
    from: Dialect,
    to: Dialect,
    stream: boolean,
    more?: Record<string, unknown>,
  ): Promise<{ client: DisconnectingClient; call: ScriptedCall }>;
  /** Starts a call without waiting until it is upstream. */
  open(call: { path: string; body: object }): DisconnectingClient;
  /** The same for any path. */
  post(
    path: string,
    body: Record<string, unknown>,
  ): Promise<{ client: DisconnectingClient; call: ScriptedCall }>;
  /** Disconnects; resolves once the gateway has noticed. */
  leave(client: DisconnectingClient): Promise<void>;
  /** Waits for and returns the row of the call that ended last. */
  row(): Promise<LoggedCall>;
  balance(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a scene. `setting` applies to all channels. */
export async function startEndedCallScene({
  setting = {},
  ...options
}: TestGatewayOptions & { setting?: Record<string, unknown> } = {}): Promise<EndedCallScene> {
  const upstream = await startScriptedUpstream();
  const gateway = await startTestGateway(options);
  const channel = async (dialect: Dialect, type: number) => {
    const { id } = await gateway.channel({
      type,
      key: 'k',
      base_url: upstream.url,
      models: MODEL_OF[dialect],
      setting: JSON.stringify({ dialect, ...setting }),
    });
    return id;
  };
  const channels = {
    'openai-chat': await channel('openai-chat', 1),
    'openai-responses': await channel('openai-responses', 1),
    'anthropic-messages': await channel('anthropic-messages', 14),
    'gemini-generate': await channel('gemini-generate', 24),
  };
  const owner = await gateway.user({ quota: 500_000_000 });
  const { secret } = await gateway.token(owner);
  let seen = 0;
  return {
    gateway,
    upstream,
    channels,
    async call(from, to, stream, more = {}) {
      const { path, body } = WIRES[from].call(MODEL_OF[to], stream, 'Count to a thousand.');
      const client = openDisconnectingClient(gateway.url + path, secret, { ...body, ...more });
      return { client, call: await upstream.next() };
    },
    open: ({ path, body }) => openDisconnectingClient(gateway.url + path, secret, body),
    async post(path, body) {
      const client = openDisconnectingClient(gateway.url + path, secret, body);
      return { client, call: await upstream.next() };
    },
    async leave(client) {
      client.leave();
      // The gateway notices that before it serves later requests.
      for (let turn = 0; turn < 3; turn += 1)
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        await (await fetch(`${gateway.url}/healthz`)).text();
    },
    async row() {
      type Row = Omit<LoggedCall, 'other'> & { id: number; other: string };
      let row: Row | undefined;
      const look = async () => {
        const { body } = await gateway.root.call('GET', '/api/log/?page_size=10');
        const rows = body.data.items as Row[];
        row = rows.find(({ id, type }) => id > seen && (type === 2 || type === 5));
        return row;
      };
      await expect.poll(look).toBeDefined();
      if (!row) throw new Error('the log is empty');
      seen = row.id;
      return { ...row, other: JSON.parse(row.other || '{}') as LoggedCall['other'] };
    },
    async balance() {
      return (await owner.call('GET', '/api/user/self')).body.data.quota as number;
    },
    async close() {
      await upstream.close();
      await gateway.close();
    },
  };
}
