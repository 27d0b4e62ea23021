import { LOG_CONSUME } from '@tollgate/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { RelayCall } from '../relay-call.ts';
import { ChannelAffinity } from './channel-affinity.ts';
import { findStateOwner, recordResponseId, rememberStateOwner } from './state-owner.ts';
import { heapGrowth } from '../../../test-support/heap-growth.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

type Body = Record<string, unknown> & { input: string; previous_response_id?: string };

/** A vendor that bills each call for the whole conversation, with a token for each character. */
class Vendor {
  readonly #lengths = new Map<string, number>();
  readonly #server: Server;
  /** Members that it puts before the id of its next response. */
  before: object = {};
  /** Whether it reports usage. */
  counts = true;
  sent: Body[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
        this.sent.push(body);
        const reply = this.#respond(body);
        response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
        response.end(body.stream ? eventsOf(reply) : JSON.stringify(reply));
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }

  #respond({ input, previous_response_id: previous, max_output_tokens: most }: Body) {
    const read = (this.#lengths.get(previous ?? '') ?? 0) + input.length;
    const written = Number(most);
    const id = `resp_${this.#lengths.size + 1}`;
    this.#lengths.set(id, read + written);
    const content = [{ type: 'output_text', text: 'x '.repeat(written), annotations: [] }];
    const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
    const usage = { input_tokens: read, output_tokens: written, total_tokens: read + written };
    return {
      ...this.before,
      id,
      object: 'response',
      status: 'completed',
      model: 'm',
      output: [{ ...message, content }],
      ...(this.counts ? { usage } : {}),
    };
  }
}

function eventsOf(response: object): string {
  const events = [
    { type: 'response.created', sequence_number: 0, response: { ...response, output: [] } },
    { type: 'response.output_text.delta', sequence_number: 1, output_index: 0, delta: 'x' },
    { type: 'response.completed', sequence_number: 2, response },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const vendor = new Vendor();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  // A token costs a unit.
  const models = ['gpt-two', 'gpt-large', 'gpt-mapped'];
  const ones = JSON.stringify(Object.fromEntries(models.map((model) => [model, 0.5])));
  await gateway.setOption('ModelRatio', ones);
  await gateway.setOption('CompletionRatio', JSON.stringify({ 'gpt-two': 1, 'gpt-large': 1 }));
  await gateway.channel({
    key: 'k',
    base_url: await vendor.open(),
    models: models.join(','),
    model_mapping: '{"gpt-mapped":"gpt-large"}',
    setting: '{"dialect":"openai-responses"}',
  });
});
afterAll(async () => {
  await gateway.close();
  vendor.close();
});

async function person(quota: number) {
  const client = await gateway.user({ quota });
  const { secret } = await gateway.token(client);
  const send = async (members: object) => {
    const response = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-two', max_output_tokens: 1000, ...members }),
    });
    const text = await response.text();
    return { status: response.status, id: /"id":"(resp_\d+)"/.exec(text)?.[1] ?? '' };
  };
  /** The tokens that were read for its calls and paid, the newest first. */
  const readTokens = async (): Promise<number[]> => {
    const { body } = await client.call('GET', '/api/log/self?page_size=20');
    const items = body.data.items as { type: number; prompt_tokens: number }[];
    return items.filter(({ type }) => type === LOG_CONSUME).map((each) => each.prompt_tokens);
  };
  return { ask: send, readTokens };
}

/** Pays for some calls of the test, not for the longest prompt. */
const SMALL = 60_000;

describe('a call that continues a response', () => {
  test.each([false, true])(
    'needs a balance for that conversation, not for the longest (streamed: %s)',
    async (stream) => {
      const { ask: send, readTokens } = await person(SMALL);
      let previous_response_id: string | undefined;
      for (let turn = 0; turn < 5; turn += 1) {
        const { status, id } = await send({ input: 'a'.repeat(500), stream, previous_response_id });
        expect(status).toBe(200);
        previous_response_id = id;
      }
      const reads = [6500, 5000, 3500, 2000, 500];
      expect(await readTokens()).toEqual(reads);
      // Any response of it can be continued, also again.
      expect((await send({ input: 'b', previous_response_id })).status).toBe(200);
      expect((await send({ input: 'b', previous_response_id })).status).toBe(200);
    },
  );

  test.each([
    ['by another model', { model: 'gpt-large' }, {}, {}],
    ['under a name that stands for another model', { model: 'gpt-mapped' }, {}, {}],
    ['and reads a stored prompt, too', { prompt: { id: 'pmpt_1' } }, {}, {}],
    [
      'and reads items that are only named',
      { input: [{ type: 'item_reference', id: 'x' }] },
      {},
      {},
    ],
    ['that left out its beginning', {}, { truncation: 'auto' }, {}],
    ['that summed up its beginning', {}, { context_management: [{ type: 'compaction' }] }, {}],
    ['whose usage was not reported', {}, {}, { counts: false }],
    ['whose id came after what its caller wrote', {}, {}, { before: { metadata: { a: 'b' } } }],
  ])('%s needs a balance for the longest', async (_what, members, former, manner) => {
    Object.assign(vendor, { before: {}, counts: true }, manner);
    const { ask: send } = await person(SMALL);
    const { id } = await send({ input: 'a', ...former });
    Object.assign(vendor, { before: {}, counts: true });
    expect(id).not.toBe('');
    const before = vendor.sent.length;
    const { status } = await send({ input: 'b', previous_response_id: id, ...members });
    expect([status, vendor.sent.length]).toEqual([402, before]);
  });

  test('that somebody else started needs a balance for the longest', async () => {
    const [one, other] = [await person(SMALL), await person(SMALL)];
    const { id } = await one.ask({ input: 'a' });
    expect((await other.ask({ input: 'b', previous_response_id: id })).status).toBe(402);
  });

  test('can not be made to look short by a later response that repeats its id', async () => {
    const { ask: send, readTokens } = await person(SMALL);
    const { id } = await send({ input: 'a'.repeat(30_000) });
    const { id: short } = await send({ input: 'a' });
    for (const before of [{ metadata: { id } }, { metadata: { response: { id } } }]) {
      vendor.before = before;
      await send({ input: 'a', previous_response_id: short });
    }
    vendor.before = {};
    await send({ input: 'b', previous_response_id: id });
    // Nothing is charged beyond the reservation.
    expect((await readTokens())[0]).toBe(31_001);
  });
});

describe('the length of a stored conversation', () => {
  const billable = (features: object) => ({
    clientRequest: { billable: { tools: [], ...features } },
  });
  const lengthAfter = (facts: {
    clientRequest?: object;
    used?: object;
    statesResponseId?: boolean;
  }) => {
    const owners = { noteOwner: () => {}, findOwners: async () => new Map() };
    const keeping = { affinity: new ChannelAffinity(), nowMs: () => 0, owners };
    const used = { tokens: 7, quota: 7, countedBy: 'm' };
    const call = {
      holder: { userId: 1 },
      clientRequest: {},
      used,
      statesResponseId: true,
      ...facts,
    };
    const channel = { id: 1, keyFingerprint: 'k' } as RuntimeChannel;
    rememberStateOwner(keeping, { ...call, responseId: 'resp_1' } as unknown as RelayCall, channel);
    const clientRequest = { state: { keptIds: ['resp_1'], lost: undefined } };
    const next = { holder: call.holder, clientRequest } as unknown as RelayCall;
    return findStateOwner(keeping, next, undefined)?.stored?.tokens;
  };

  test('is what was read and written for it, if its usage shows all of that', async () => {
    expect(lengthAfter({})).toBe(7);
    expect(lengthAfter(billable({ tier: 'flex' }))).toBe(7);
  });

  test.each([
    ['a tool of the provider ran', billable({ tools: [{ path: 'tools[0]' }] })],
    ['servers of tools were asked', billable({ mcp: true })],
    ['it was compacted', { clientRequest: { compacts: true } }],
    ['its beginning may have been left out', { clientRequest: { shortensHistory: true } }],
    ['its model reads the web', { used: { tokens: 7, quota: 7, countedBy: 'sonar-pro' } }],
    ['its usage is our estimate', { used: { tokens: 7, quota: 7 } }],
    ['its id may be one that its caller wrote', { statesResponseId: false }],
  ])('is unknown where %s', async (_why, facts) => {
    expect(lengthAfter(facts)).toBeUndefined();
  });
});

test('the id of a response keeps nothing else of the response in memory', async () => {
  const ids: (string | undefined)[] = [];
  const growth = await heapGrowth(() => {
    for (let count = 0; count < 5000; count += 1) {
      const beginning = Buffer.alloc(1024, `{"id":"resp_${count}_0123456789abcdef","output":`);
      const call = { clientRequest: {} } as RelayCall;
      recordResponseId(call, { passesThrough: true, to: 'openai-responses' }, beginning);
      ids.push(call.responseId);
    }
  });
  expect(ids.at(-1)).toBe('resp_4999_0123456789abcdef');
  expect(growth).toBeLessThan(3_000_000);
});
