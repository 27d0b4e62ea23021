import { LOG_MANAGE } from '@tollgate/contract';
import {
  type Fault,
  type Simulator,
  type SimulatorClock,
  startOpenAiSimulator,
} from '@tollgate/simulators';
import { manualClock } from '../src/platform/clock.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

export const MODEL = 'gpt-4o-mini';

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

export interface LoggedCall {
  type: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  channel: number;
  model_name: string;
  token_id: number;
  content: string;
  other: Record<string, unknown> & {
    end?: string;
    drained?: string;
    estimated?: boolean;
    admin_info?: {
      use_channel: string[];
      attempts: { channel: number; status: number; fault?: string; key?: string }[];
      why?: string;
      candidates?: [number, number[]][];
      decisions?: {
        why: string;
        tiers: { priority: number; channels: [number, number, string][] }[];
      }[];
    };
  };
}

/** A gateway with a manual clock, an upstream whose faults depend on the key, and a user with a key. */
export interface RelayScene {
  gateway: TestGateway;
  simulator: Simulator;
  clock: ReturnType<typeof manualClock>;
  owner: Client;
  secret: string;
  /** Faults by upstream key. */
  faults: Map<string, Fault>;
  /** Creates a channel named after its (first) key. */
  channel(key: string, fields?: Record<string, unknown>): Promise<{ id: number }>;
  chat(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the upstream keys of all calls since the last time, in order. */
  keysTried(): string[];
  /** Returns log rows, newest first, without administrators' actions. */
  logs(client?: Client): Promise<LoggedCall[]>;
  close(): Promise<void>;
}

/**
 * Starts a scene. `random` selects channels and spreads cooldowns, 0.5 by default; `upstreamClock` is for the
 * delays of the upstream, `env` for the gateway.
 */
export async function startRelayScene(
  random: () => number = () => 0.5,
  upstreamClock?: SimulatorClock,
  env: Record<string, string> = {},
): Promise<RelayScene> {
  const faults = new Map<string, Fault>();
  const simulator = await startOpenAiSimulator({
    faults,
    ...(upstreamClock ? { clock: upstreamClock } : {}),
  });
  const clock = manualClock(Date.now());
  const gateway = await startTestGateway({ random, clock, env });
  // A job's questions to upstreams would count as calls.
  await gateway.setOption('ChannelBalanceMinutes', '0');
  const owner = await gateway.user({ quota: 100_000_000 });
  const { secret } = await gateway.token(owner);
  return {
    gateway,
    simulator,
    clock,
    owner,
    secret,
    faults,
    channel: (key, fields = {}) =>
      gateway.channel({ name: key.split('\n', 1)[0], key, base_url: simulator.url, ...fields }),
    async chat(body = {}, headers = {}) {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'accept-language': 'en',
          ...headers,
        },
        body: JSON.stringify({
          model: MODEL,
          messages: [{ role: 'user', content: 'hi' }],
          ...body,
        }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    keysTried: () =>
      simulator.requests
        .splice(0)
        .map(({ headers }) => (headers.authorization ?? '').replace('Bearer ', '')),
    async logs(client = gateway.root) {
      const path = client === gateway.root ? '/api/log/' : '/api/log/self/';
      const { body } = await client.call('GET', `${path}?page_size=50`);
      return (body.data.items as (Omit<LoggedCall, 'other'> & { other: string })[])
        .filter(({ type }) => type !== LOG_MANAGE)
        .map((row) => ({ ...row, other: JSON.parse(row.other || '{}') as LoggedCall['other'] }));
    },
    async close() {
      await gateway.close();
      await simulator.close();
    },
  };
}

/** Encodes instructions for the simulator as the user's last message. */
export function simulatorScript(sim: Record<string, unknown>): { messages: object[] } {
  return { messages: [{ role: 'user', content: JSON.stringify({ sim }) }] };
}
