import {
  type Dialect,
  requestedLimits,
  readCall,
  type ReadCallResult,
  readMediaCall,
  readPredictCall,
  type RequestKind,
  type MediaKind,
} from '@tollgate/dialects';
import {
  billMedia,
  compilePriceBook,
  computeCharge,
  emptyUsage,
  type Price,
} from '@tollgate/pricing';
import { describe, expect, it } from 'vitest';
import { openOneAccount } from '../../../test-support/one-account.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { chargedUsage } from './charged-usage.ts';
import { reserveCall } from './reserve-call.ts';

/**
 * Every route × texts that mention external content × what an upstream may claim: no claim, of whatever kind
 * of token, is charged beyond what was reserved for the call.
 */
const MODEL = 'gpt-5';
const ratios = (more: object) =>
  compilePriceBook(
    {
      modelRatio: { [MODEL]: 1 },
      completionRatio: { [MODEL]: 4 },
      cacheRatio: { [MODEL]: 0.1 },
      cacheWriteRatio: { [MODEL]: 1.25 },
      modelPrice: {},
      groupRatio: { default: 1 },
      quotaPerUnit: 500_000,
      ...more,
    },
    '1',
  ).find(MODEL, 'default') as Price;
const PRICES: Readonly<Record<string, Price>> = {
  tokens: ratios({}),
  sound: ratios({ audioRatio: { [MODEL]: 16 }, audioCompletionRatio: { [MODEL]: 2 } }),
  calls: ratios({ modelRatio: {}, modelPrice: { [MODEL]: 0.02 } }),
};

/** Texts that once made any claim plausible. */
const TEXTS = [
  'hello',
  'see https://example.com/a.pdf',
  'our conversation about a document on my computer, code_interpreter, web_search, google search',
];
const IMAGE = `data:image/png;base64,${'iVBORw0K'.repeat(20_000)}`;

type Read = { readonly name: string; readonly read: ReadCallResult };
const bytesOf = (body: object) => Buffer.from(JSON.stringify({ model: MODEL, ...body }));
const completion = (
  name: string,
  dialect: Dialect,
  body: object,
  kind: RequestKind = 'chat',
): Read => ({
  name,
  read: readCall({ dialect, kind, model: MODEL, bytes: bytesOf(body) }),
});
const generated = (name: string, kind: MediaKind, body: object): Read => ({
  name,
  read: readMediaCall({ kind, contentType: 'application/json', bytes: bytesOf(body) }),
});

function form(
  name: string,
  kind: MediaKind,
  fields: Readonly<Record<string, string | Buffer>>,
): Read {
  const parts = Object.entries({ model: MODEL, ...fields }).flatMap(([field, value]) => [
    Buffer.from(
      `--xx\r\nContent-Disposition: form-data; name="${field}"${typeof value === 'string' ? '' : '; filename="a.bin"'}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...parts, Buffer.from('--xx--\r\n')]);
  return {
    name,
    read: readMediaCall({ kind, contentType: 'multipart/form-data; boundary=xx', bytes }),
  };
}

const user = (content: unknown) => [{ role: 'user', content }];
const FILE = Buffer.alloc(400_000, 7);
const ROUTES = TEXTS.flatMap((text, at): Read[] => [
  completion(`chat ${at}`, 'openai-chat', { messages: user(text), max_tokens: 20 }),
  completion(`chat ${at}, unlimited`, 'openai-chat', { messages: user(text), n: 2 }),
  completion(`chat ${at} with a picture`, 'openai-chat', {
    messages: user([{ type: 'image_url', image_url: { url: IMAGE } }]),
    max_tokens: 20,
  }),
  completion(`chat ${at} with a document by its address`, 'openai-chat', {
    messages: user([{ type: 'file', file: { file_id: 'file-1' } }]),
    max_tokens: 20,
  }),
  completion(
    `completions ${at}`,
    'openai-chat',
    { prompt: [text, text], max_tokens: 20 },
    'completions',
  ),
  completion(`responses ${at}`, 'openai-responses', { input: text, max_output_tokens: 20 }),
  completion(`messages ${at}`, 'anthropic-messages', { messages: user(text), max_tokens: 20 }),
  completion(`generate ${at}`, 'gemini-generate', {
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: { maxOutputTokens: 20 },
  }),
  completion(`embeddings ${at}`, 'openai-chat', { input: [text, text] }, 'embeddings'),
  completion(`moderations ${at}`, 'openai-chat', { input: text }, 'moderations'),
  completion(`rerank ${at}`, 'openai-chat', { query: text, documents: [text, text] }, 'rerank'),
  completion(`ocr ${at}`, 'openai-chat', { document: { document_url: text } }, 'ocr'),
  generated(`images ${at}`, 'images', { prompt: text, n: 2, size: '1024x1024', quality: 'high' }),
  generated(`speech ${at}`, 'speech', { input: text, voice: 'alloy' }),
  generated(`image edits ${at}`, 'image-edits', { prompt: text, image: [IMAGE, IMAGE] }),
  form(`image edits ${at}, as a form`, 'image-edits', { prompt: text, image: FILE }),
  form(`image variations ${at}`, 'image-variations', { image: FILE }),
  form(`transcriptions ${at}`, 'transcriptions', { prompt: text, file: FILE }),
  form(`translations ${at}`, 'translations', { prompt: text, file: FILE }),
  {
    name: `predict ${at}`,
    read: readPredictCall({
      model: MODEL,
      bytes: Buffer.from(JSON.stringify({ instances: [{ prompt: text }] })),
    }),
  },
]);

const COUNTS = [0, 60, 1000, 9000, 100_000, 2_000_000, 1e9];
/** The same count, as kinds of tokens that cost more than plain ones. */
const CLASSES = [
  () => ({}),
  (tokens: number) => ({ cacheWriteTokens: tokens }),
  (tokens: number) => ({ cacheWriteTokens: tokens, cacheWriteHourTokens: tokens }),
  (tokens: number) => ({ audioInputTokens: tokens }),
  (tokens: number) => ({ imageInputTokens: tokens }),
];
const HOLDER = { userId: 1, unlimited: true } as ApiKeyHolder;

describe.each(Object.entries(PRICES))('at a price by %s', (_name, price) => {
  it.each(ROUTES)(
    'no claim of an upstream costs more than is reserved: $name',
    async ({ read }) => {
      if (!read.ok) throw new Error(read.fault.message);
      const client = read.call;
      const { request: clientRequest } = client;
      const wallet = openOneAccount(1e15);
      const paid = await reserveCall({
        context: { wallet, formatQuota: String },
        holder: HOLDER,
        price,
        client,
        preConsumedQuota: 0,
      });
      const call = { ...paid, kind: clientRequest.kind, client, clientRequest, price };
      const sent = {
        to: 'openai-chat' as const,
        body: clientRequest.bytes,
        sentLimits: requestedLimits(clientRequest),
      };
      const beyond: unknown[] = [];
      for (const promptTokens of COUNTS)
        for (const completionTokens of COUNTS)
          for (const classes of CLASSES) {
            const reported = {
              ...emptyUsage(),
              promptTokens,
              completionTokens,
              ...classes(promptTokens),
              audioOutputTokens: completionTokens,
            };
            const charged = chargedUsage(call, {
              usage: reported,
              isFinal: true,
              deliveredTokens: () => 0,
              media: { usage: reported, seconds: promptTokens, images: 99 },
              sent,
              upstreamModel: MODEL,
            });
            const bill = client.media && billMedia(price, client.media.work, charged.media ?? {});
            const { usage } = bill ?? charged;
            const quota = computeCharge(price, usage, bill?.callFactor);
            if (quota > paid.reservation.amount)
              beyond.push({ told: reported, quota, reserved: paid.reservation.amount });
          }
      expect(beyond).toEqual([]);
    },
  );
});

it('the bytes sent limit the prompt that can be claimed, whatever words they contain', async () => {
  const price = ratios({});
  for (const { name, read } of ROUTES.slice(0, 9)) {
    if (!read.ok || /document/.test(name)) continue;
    const { request: clientRequest } = read.call;
    const wallet = openOneAccount(1e15);
    const input = {
      context: { wallet, formatQuota: String },
      holder: HOLDER,
      price,
      client: read.call,
      preConsumedQuota: 0,
    };
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    const paid = await reserveCall(input);
    const { usage, claim } = chargedUsage(
      { ...paid, kind: 'chat', client: read.call, clientRequest, price },
      {
        usage: { ...emptyUsage(), promptTokens: 100_000, completionTokens: 1 },
        isFinal: true,
        deliveredTokens: () => 1,
        sent: {
          to: 'openai-chat',
          body: clientRequest.bytes,
          sentLimits: requestedLimits(clientRequest),
        },
        upstreamModel: MODEL,
      },
    );
    expect(usage.promptTokens, name).toBe(clientRequest.promptTokensMax);
    expect(claim, name).toMatchObject({ prompt_tokens: 100_000 });
  }
});
