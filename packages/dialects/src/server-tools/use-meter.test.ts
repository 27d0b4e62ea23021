import { expect, test } from 'vitest';
import { openUseMeter } from './use-meter.ts';

const searched = (index: number | undefined, queries: object) => ({
  candidates: [{ index, groundingMetadata: { ...queries, groundingChunks: [] } }],
});

test('searches for pages and images by all candidates of a Gemini answer count, each once', () => {
  const meter = openUseMeter('gemini-generate');
  const parts = [
    searched(undefined, { webSearchQueries: ['a'] }),
    searched(0, { webSearchQueries: ['a', 'b'], imageSearchQueries: ['c'] }),
    searched(0, { webSearchQueries: ['a', 'b'] }),
    searched(1, { image_search_queries: ['d'] }),
    { candidates: [{ index: 2, groundingMetadata: { groundingChunks: [{ image: {} }] } }] },
  ];
  for (const part of parts) meter?.take(part);
  expect(meter?.use.tools).toEqual({ google_search: 5 });
});

test('a tool that we do not know counts under its own name, and none that the client runs', () => {
  const meter = openUseMeter('openai-responses');
  const types = ['deep_search_call', 'deep_search_call', 'function_call', 'mcp_call', 'message'];
  const output = types.map((type) => ({ type, status: 'completed' }));
  meter?.take({ object: 'response', output });
  expect(meter?.use.tools).toEqual({ deep_search: 2 });
});
