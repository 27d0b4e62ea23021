const RERANK_MODEL = /rerank/i;
const OCR_MODEL = /^mistral-ocr/i;
const EMBEDDING_MODEL = /embed|bge-|m3e/i;
/** A one-pixel PNG. */
const POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Guesses a model's purpose from its name. */
export function kindOf(model: string): 'chat' | keyof typeof TESTS {
  if (RERANK_MODEL.test(model)) return 'rerank';
  if (OCR_MODEL.test(model)) return 'ocr';
  return EMBEDDING_MODEL.test(model) ? 'embeddings' : 'chat';
}

const TESTS = {
  embeddings: { input: ['hello'] },
  ocr: { document: { type: 'image_url', image_url: `data:image/png;base64,${POINT}` } },
  rerank: { query: 'hello', documents: ['hello', 'goodbye'] },
};

function testChat(model: string, upstreamModel = model) {
  const limit = /^(o\d|gpt-[5-9])/.test(upstreamModel) ? 'max_completion_tokens' : 'max_tokens';
  return { messages: [{ role: 'user', content: 'hi' }], stream: false, [limit]: 16 };
}

/** Returns the members of the smallest request of a kind; the model is added to them. */
export function testBody(kind: ReturnType<typeof kindOf>, model: string, upstreamModel?: string) {
  return kind === 'chat' ? testChat(model, upstreamModel) : TESTS[kind];
}
