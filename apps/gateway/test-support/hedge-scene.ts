import type { TrafficComparison, TrafficRule } from '@tollgate/contract';
import { manualClock } from '../src/platform/clock.ts';
import { type DisconnectingClient, openDisconnectingClient } from './disconnecting-client.ts';
import type { LoggedCall } from './relay-scene.ts';
import {
  type ScriptedCall,
  type ScriptedUpstream,
  startScriptedUpstream,
} from './scripted-upstream.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.ts';

export const MODEL = 'gpt-4o-mini';

/** Prompt and completion tokens that the scripted responses report. */
const USED = { prompt: 10, completion: 20 };

/** A gateway in front of two scripted upstreams: `first` is preferred, `second` is the alternative. */
export interface HedgeScene {
  gateway: TestGateway;
  clock: ReturnType<typeof manualClock>;
  first: ScriptedUpstream;
  second: ScriptedUpstream;
  channels: { first: number; second: number };
  owner: Client;
  /** Starts a call. */
  open(body?: Record<string, unknown>, secret?: string): DisconnectingClient;
  rule(fields?: Record<string, unknown>): Promise<TrafficRule>;
  /** Serves this many calls on the first upstream, each of which starts after `beginMs`. */
  warmUp(calls: number, beginMs: number, body?: Record<string, unknown>): Promise<void>;
  /** Returns the row of the call that ended last; waits until every ended call has one. */
  row(): Promise<LoggedCall>;
  rows(): Promise<LoggedCall[]>;
  balance(client?: Client): Promise<number>;
  comparison(ruleId: number): Promise<TrafficComparison>;
  close(): Promise<void>;
}

/** Sends a complete response from a scripted upstream. */
export function respond(call: ScriptedCall, text = 'fine', usage = USED): void {
  call.begin('application/json');
  call.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: MODEL,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: usageOf(usage),
    }),
  );
}

/** Sends a streamed response, or its start. */
export function stream(call: ScriptedCall, text = 'fine', isWhole = true): void {
  call.begin();
  void call.write(
    eventOf({ choices: [{ index: 0, delta: { role: 'assistant', content: text } }] }),
  );
  if (isWhole) endStream(call);
}

export function endStream(call: ScriptedCall): void {
  call.end(
    eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      eventOf({ choices: [], usage: usageOf(USED) }) +
      'data: [DONE]\n\n',
  );
}

const usageOf = ({ prompt, completion }: typeof USED) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

function eventOf(fields: object): string {
  const event = { id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, ...fields };
  return `data: ${JSON.stringify(event)}\n\n`;
}

// tidy-ignore: a closure over shared state, made of short functions
export async function startHedgeScene(
  options: Pick<TestGatewayOptions, 'kind' | 'random'> = {},
): Promise<HedgeScene> {
  const [first, second] = await Promise.all([startScriptedUpstream(), startScriptedUpstream()]);
  const clock = manualClock(Date.now());
  const gateway = await startTestGateway({ random: () => 0.5, ...options, clock });
  const channel = async (name: string, base: string, fields: object) =>
    (await gateway.channel({ name, key: name, base_url: base, ...fields })).id;
  const models = `${MODEL},gpt-4o`;
  const channels = {
    first: await channel('first', first.url, { priority: 10, models }),
    second: await channel('second', second.url, { models }),
  };
  await gateway.setOptions({ ChannelAffinitySeconds: '0', RetryTimes: '2' });
  const owner = await gateway.user({ quota: 100_000_000 });
  const { secret: ownSecret } = await gateway.token(owner);
  let seen = 0;
  const rows = async () => {
    const { body } = await gateway.root.call('GET', '/api/log/?page_size=200');
    return (body.data.items as (Omit<LoggedCall, 'other'> & { other: string })[])
      .filter(({ type }) => type === 2 || type === 5)
      .map((row) => ({ ...row, other: JSON.parse(row.other || '{}') as LoggedCall['other'] }));
  };
  const open: HedgeScene['open'] = (body = {}, secret = ownSecret) =>
    openDisconnectingClient(`${gateway.url}/v1/chat/completions`, secret, {
      model: MODEL,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hi' }],
      ...body,
    });
  return {
    gateway,
    clock,
    first,
    second,
    channels,
    owner,
    open,
    async rule(fields = {}) {
      const { body } = await gateway.root.call('POST', '/api/traffic/', {
        name: 'rule',
        kind: 'hedge',
        model: MODEL,
        percent: 100,
        min_delay_ms: 100,
        max_delay_ms: 30_000,
        enabled: true,
        ...fields,
      });
      if (!body.success) throw new Error(`${body.code}: ${body.message}`);
      return body.data as unknown as TrafficRule;
    },
    async warmUp(calls, beginMs, body = {}) {
      for (let call = 0; call < calls; call += 1) {
        const client = open(body);
        const firstEvent = await first.next();
        clock.advance(beginMs);
        if (body['stream'] === true) stream(firstEvent);
        else respond(firstEvent);
        await client.readAll();
        seen += 1;
      }
    },
    async row() {
      seen += 1;
      for (;;) {
        const [newest, ...others] = await rows();
        if (newest && others.length + 1 >= seen) return newest;
        await new Promise(setImmediate);
      }
    },
    rows,
    async balance(client = owner) {
      const { body } = await gateway.root.call('GET', `/api/user/${client.id}`);
      return body.data.quota as number;
    },
    async comparison(ruleId) {
      const { body } = await gateway.root.call('GET', `/api/traffic/${ruleId}/comparison`);
      return body.data as unknown as TrafficComparison;
    },
    async close() {
      await gateway.close();
      await first.close();
      await second.close();
    },
  };
}
