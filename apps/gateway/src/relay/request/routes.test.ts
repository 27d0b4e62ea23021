import { describe, expect, test } from 'vitest';
import { findRoute, isRelayPath } from './routes.ts';

describe('routes', () => {
  test.each([
    '/v1/chat/completions',
    '/v1/x',
    '/v1',
    '/v1beta/models',
    '/mj/submit',
    '/mj-fast/mj/x',
    '/suno/fetch',
    '/dashboard/billing/usage',
  ])('%s belongs to the relay', (path) => {
    expect(isRelayPath(path)).toBe(true);
  });

  test.each(['/', '/v10', '/token', '/api/v1', '/midjourney', '/dashboard'])(
    '%s does not belong to the relay',
    (path) => {
      expect(isRelayPath(path)).toBe(false);
    },
  );

  test('a trailing slash makes no difference', () => {
    expect(findRoute('/v1/chat/completions/')).toEqual(findRoute('/v1/chat/completions'));
  });

  test('model ids with slashes and escapes are read completely', () => {
    expect(findRoute('/v1/models/@cf/meta/llama')).toMatchObject({
      name: 'get-model',
      model: '@cf/meta/llama',
    });
    expect(findRoute('/v1/models/a%20b')).toMatchObject({ model: 'a b' });
    expect(findRoute('/v1/models/%E0%A4%A')).toMatchObject({ model: '%E0%A4%A' });
  });

  test.each([
    ['/v1/messages', { name: 'inference', dialect: 'anthropic-messages' }],
    ['/v1/messages/count_tokens', { name: 'count-tokens', dialect: 'anthropic-messages' }],
    ['/v1/responses', { name: 'inference', dialect: 'openai-responses' }],
    ['/v1/responses/resp_1', { name: 'stored-response', part: 'whole', id: 'resp_1' }],
    ['/v1/responses/a%2Fb/input_items', { name: 'stored-response', method: 'GET', id: 'a/b' }],
    ['/v1/responses/resp_1/cancel', { name: 'stored-response', method: 'POST', part: 'cancel' }],
    ['/v1/engines/a/b/embeddings', { name: 'inference', kind: 'embeddings', model: 'a/b' }],
    ['/v1beta/models', { name: 'list-models' }],
    ['/v1beta/models/a:b', { name: 'get-model', model: 'a:b' }],
    ['/v1beta/models/m%2Fx:generateContent', { name: 'inference', model: 'm/x', stream: false }],
    ['/v1/models/m:streamGenerateContent', { name: 'inference', model: 'm', stream: true }],
    ['/v1beta/models/m:countTokens', { name: 'count-tokens', model: 'm' }],
    ['/v1beta/models/m:embedContent', { name: 'inference', kind: 'embeddings', model: 'm' }],
    ['/v1beta/models/m:predict', { name: 'inference', kind: 'images', model: 'm' }],
    ['/v1beta/models/m:batchEmbedContents', { name: 'inference', kind: 'embeddings' }],
    ['/v1/rerank', { name: 'inference', kind: 'rerank', dialect: 'openai-chat' }],
    ['/v2/rerank', { name: 'inference', kind: 'rerank' }],
    ['/v1beta/openai/chat/completions', { name: 'inference', dialect: 'openai-chat' }],
  ])('%s is a call of its dialect', (path, route) => {
    expect(findRoute(path)).toMatchObject(route);
  });

  test('known but unimplemented calls are distinguished from unknown ones', () => {
    expect(findRoute('/v1/assistants')).toEqual({ name: 'not-implemented' });
    expect(findRoute('/v1beta/batches/1')).toEqual({ name: 'not-implemented' });
    // google-genai calls v1 from its third version on.
    expect(findRoute('/v1/cachedContents')).toEqual({ name: 'not-implemented' });
    expect(findRoute('/v1beta/models/m:batchGenerateContent')).toEqual({ name: 'not-implemented' });
    expect(findRoute('/v1/nope')).toBeUndefined();
  });

  test.each([
    '/v1/uploads/u/parts',
    '/v1/vector_stores/v/files',
    '/v1/containers',
    '/v1/conversations/c/items',
    '/v1/evals',
    '/v1/skills',
    '/v1/complete',
    '/v1beta/tunedModels',
    '/v1beta/files:register',
    '/upload/v1beta/files',
    '/upload/v1beta/fileSearchStores/s:uploadToFileSearchStore',
  ])('%s, which an SDK calls, is said not to be supported', (path) => {
    expect([isRelayPath(path), findRoute(path)]).toEqual([true, { name: 'not-implemented' }]);
  });
});
