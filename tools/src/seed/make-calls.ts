const CALLS = [
  chat('gpt-4o-mini', 'Say hello', false),
  chat('gpt-4o', 'Name three rivers', false),
  chat('gpt-4o-mini', 'Count to ten', true),
  chat('gpt-5-mini', 'Explain a toll gate', true),
  {
    path: '/v1/embeddings',
    body: { model: 'text-embedding-3-small', input: ['one text', 'another'] },
  },
  chat('claude-sonnet-4-6', 'Name a colour', true),
  chat('gemini-2.5-pro', 'Name a bird', false),
  chat('command-a-03-2025', 'Name a tree', true),
  chat('claude-haiku-4-5', 'Name a fish', true),
  chat('gemini-2.5-flash', 'Name a river', true),
  chat('hy4', 'Name a mountain', true),
  chat('glm-4.6', 'Name a city', false),
  {
    path: '/v1/rerank',
    body: { model: 'jina-reranker-v3', query: 'fruit', documents: ['stone', 'apple'] },
  },
];

/** Makes a few model calls with a key, so that logs and balances have something to show. */
export async function makeCalls(baseUrl: string, key: string): Promise<void> {
  for (const { path, body } of CALLS) {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  }
}

function chat(model: string, content: string, stream: boolean) {
  return {
    path: '/v1/chat/completions',
    body: { model, stream, max_tokens: 200, messages: [{ role: 'user', content }] },
  };
}
