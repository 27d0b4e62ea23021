const MEGABYTE = 1024 * 1024;
const LARGE = 50 * MEGABYTE;
/** A size that is still translated. */
const TRANSLATED = 19 * MEGABYTE;

export const MODEL = 'gpt-4o-mini';
export const EMBEDDINGS = 'text-embedding-3-small';
export const PICTURES = 'gpt-image-1';
/** The model of a channel that uses Anthropic's dialect. */
export const TRANSLATED_MODEL = 'claude-haiku-4-5';

/** A request designed to keep the gateway busy. */
export interface HostileRequest {
  readonly name: string;
  readonly path: string;
  readonly body: () => Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with a key whose owner has no balance. */
  readonly isPoor?: true;
}

const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const chat = (content: string, model = MODEL) =>
  `{"model":"${model}","max_tokens":5,"messages":[{"role":"user","content":${content}}]}`;
const bodyWith = (model: string, members: string) => `{"model":"${model}",${members}}`;
const MESSAGES = '"messages":[{"role":"user","content":"hi"}]';
const names = (count: number) => Array.from({ length: count }, (_, at) => `"a${at}":1`).join(',');
const many = (item: string, count: number) => `[${`${item},`.repeat(count)}${item}]`;

const CHAT = '/v1/chat/completions';
const REQUESTS: readonly (readonly [name: string, path: string, body: () => string])[] = [
  ['members without end', CHAT, () => bodyWith(MODEL, `${names(3_000_000)},${MESSAGES}`)],
  ['one member again and again', CHAT, () => bodyWith(MODEL, fill('"a":1,', LARGE) + MESSAGES)],
  ['nesting without end', CHAT, () => chat(fill('[', LARGE / 2) + fill(']', LARGE / 2))],
  ['empty objects', CHAT, () => chat(many('{}', LARGE / 3))],
  ['empty objects, translated', CHAT, () => chat(many('{}', LARGE / 3), TRANSLATED_MODEL)],
  ['140,000 objects, translated', CHAT, () => chat(many('{}', 140_000), TRANSLATED_MODEL)],
  [
    '29,000 messages, translated',
    CHAT,
    () =>
      bodyWith(TRANSLATED_MODEL, `"messages":${many('{"role":"user","content":"hi"}', 29_000)}`),
  ],
  ['names without end, translated', CHAT, () => chat(`{${names(2_000_000)}}`, TRANSLATED_MODEL)],
  ['a number without end', CHAT, () => chat(fill('1', LARGE))],
  ['white space without end', CHAT, () => chat(`"x"${fill(' ', LARGE)}`)],
  ['escaped quotes', CHAT, () => chat(`"${fill(String.raw`\"`, LARGE)}"`)],
  [
    'escaped quotes, translated',
    CHAT,
    () => chat(`"${fill(String.raw`\"`, 6 * MEGABYTE)}"`, TRANSLATED_MODEL),
  ],
  [
    'control characters, translated',
    CHAT,
    () => chat(`"${fill(String.raw`\u0001`, TRANSLATED)}"`, TRANSLATED_MODEL),
  ],
  ['a long text', CHAT, () => chat(`"${fill('some words ', LARGE)}"`)],
  [
    'a long text, translated',
    CHAT,
    () => chat(`"${fill('some words ', TRANSLATED)}"`, TRANSLATED_MODEL),
  ],
  [
    'a long text of Chinese, translated',
    CHAT,
    () => chat(`"${'中文'.repeat(TRANSLATED / 6)}"`, TRANSLATED_MODEL),
  ],
  [
    'a picture as base64',
    CHAT,
    () =>
      chat(
        `[{"type":"image_url","image_url":{"url":"data:image/png;base64,${fill('iVBORw0K', LARGE)}"}}]`,
      ),
  ],
  [
    'lists of numbers before a long text',
    CHAT,
    () => bodyWith(MODEL, `${'"a":[1],'.repeat(900)}${MESSAGES},"user":"${fill('x', LARGE)}"`),
  ],
  ['numbers', '/v1/embeddings', () => bodyWith(EMBEDDINGS, `"input":${many('1', LARGE / 2)}`)],
  [
    '900,000 numbers',
    '/v1/embeddings',
    () => bodyWith(EMBEDDINGS, `"input":${many('1', 900_000)}`),
  ],
  [
    '140,000 texts',
    '/v1/embeddings',
    () => bodyWith(EMBEDDINGS, `"input":${many('"a"', 140_000)}`),
  ],
  [
    'a long text',
    '/v1/completions',
    () => bodyWith(MODEL, `"prompt":"${fill('some words ', LARGE)}"`),
  ],
  ['140,000 texts', '/v1/moderations', () => bodyWith(MODEL, `"input":${many('"a"', 140_000)}`)],
  [
    '140,000 documents',
    '/v1/rerank',
    () => bodyWith(MODEL, `"query":"a","documents":${many('"a"', 140_000)}`),
  ],
  [
    'a long text',
    '/v1/responses',
    () => bodyWith(MODEL, `"input":"${fill('some words ', LARGE)}"`),
  ],
  ['a long text', '/v1/messages', () => chat(`"${fill('some words ', TRANSLATED)}"`)],
  ['a long text', '/v1/messages/count_tokens', () => chat(`"${fill('some words ', LARGE)}"`)],
  [
    'a long text',
    `/v1beta/models/${MODEL}:generateContent`,
    () => `{"contents":[{"role":"user","parts":[{"text":"${fill('some words ', TRANSLATED)}"}]}]}`,
  ],
  [
    'a long prompt',
    '/v1/images/generations',
    () => bodyWith(PICTURES, `"prompt":"${fill('some words ', LARGE)}"`),
  ],
  ['a long prompt', '/mj/submit/imagine', () => `{"prompt":"${fill('some words ', LARGE)}"}`],
];

/** A form whose content consists of its boundary's characters. */
const likeBoundary: HostileRequest = {
  name: 'a file that resembles the boundary of its form',
  path: '/v1/images/edits',
  headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(69)}x` },
  body: () =>
    Buffer.from(
      `${'-'.repeat(71)}x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n${fill('-', LARGE)}`,
    ),
};

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...REQUESTS.map(([name, path, body]) => ({ name, path, body: () => Buffer.from(body()) })),
  likeBoundary,
  {
    name: 'members without end from who has no balance',
    path: CHAT,
    isPoor: true,
    body: () => Buffer.from(bodyWith(MODEL, `${names(3_000_000)},${MESSAGES}`)),
  },
];
