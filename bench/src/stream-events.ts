export const STREAM_TOKENS = 40;
const WRITES = 10;

const HEAD = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
};
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** The texts of a stream's events in a dialect. */
export interface StreamShape {
  head: string;
  token(index: number): string;
  end: string;
}

const OPENAI_CHAT: StreamShape = {
  head: '',
  token: (index) =>
    event({
      ...HEAD,
      choices: [{ index: 0, delta: { content: `tok${index} ` }, finish_reason: null }],
    }),
  end:
    event({ ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
    event({
      ...HEAD,
      choices: [],
      usage: {
        prompt_tokens: 10,
        completion_tokens: STREAM_TOKENS,
        total_tokens: 10 + STREAM_TOKENS,
      },
    }) +
    'data: [DONE]\n\n',
};

/**
 * Builds the writes of a mock stream, an OpenAI chat by default: 40 tokens in 10 writes, then usage and end
 * in one, each as an HTTP chunk.
 */
export function buildStreamWrites({ head, token, end }: StreamShape = OPENAI_CHAT): Buffer[] {
  const perWrite = STREAM_TOKENS / WRITES;
  const writes = Array.from({ length: WRITES }, (_, write) =>
    Array.from({ length: perWrite }, (_unused, index) => token(write * perWrite + index)).join(''),
  );
  return [head + (writes[0] ?? ''), ...writes.slice(1), end].map((text, index, all) =>
    Buffer.from(toChunk(text) + (index === all.length - 1 ? '0\r\n\r\n' : '')),
  );
}

function toChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
