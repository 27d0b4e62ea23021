export const STREAM_TOKENS = 40;
const WRITES = 10;

const HEAD = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
};
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/**
 * The writes of a mock stream: 40 tokens in 10 writes, then usage and [DONE] in one, each as an
 * HTTP chunk.
 */
export function buildStreamWrites(): Buffer[] {
  const perWrite = STREAM_TOKENS / WRITES;
  const writes = Array.from({ length: WRITES }, (_, write) =>
    Array.from({ length: perWrite }, (_unused, index) => tokenEvent(write * perWrite + index)).join(
      '',
    ),
  );
  const usage = {
    prompt_tokens: 10,
    completion_tokens: STREAM_TOKENS,
    total_tokens: 10 + STREAM_TOKENS,
  };
  const end =
    event({ ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
    event({ ...HEAD, choices: [], usage }) +
    'data: [DONE]\n\n';
  return [...writes, end].map((text, index, all) =>
    Buffer.from(toChunk(text) + (index === all.length - 1 ? '0\r\n\r\n' : '')),
  );
}

function tokenEvent(index: number): string {
  return event({
    ...HEAD,
    choices: [{ index: 0, delta: { content: `tok${index} ` }, finish_reason: null }],
  });
}

function toChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
