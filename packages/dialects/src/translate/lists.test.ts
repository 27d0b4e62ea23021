import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { renderModel, renderModelList } from './model-list.ts';
import { readTokenCount, renderTokenCount, unwrapCountRequest } from './token-count.ts';

const bodyOf = (bytes: Uint8Array) => JSON.parse(decodeText(bytes)) as unknown;
const first = { id: 'a', ownedBy: 'x', created: 1_700_000_000 };
const models = [first, { id: 'b', ownedBy: 'y', created: 1_700_000_001 }];

describe('model lists', () => {
  it("have the caller's format", () => {
    expect(bodyOf(renderModelList('openai-chat', models))).toMatchObject({
      object: 'list',
      data: [{ id: 'a', object: 'model', created: 1_700_000_000, owned_by: 'x' }, { id: 'b' }],
    });
    expect(bodyOf(renderModelList('anthropic-messages', models))).toMatchObject({
      data: [{ type: 'model', id: 'a', created_at: '2023-11-14T22:13:20.000Z' }, { id: 'b' }],
      has_more: false,
      first_id: 'a',
      last_id: 'b',
    });
    expect(bodyOf(renderModelList('gemini-generate', models))).toMatchObject({
      models: [
        { name: 'models/a', supportedGenerationMethods: expect.arrayContaining(['countTokens']) },
        { name: 'models/b' },
      ],
    });
    expect(bodyOf(renderModelList('anthropic-messages', []))).toMatchObject({ first_id: null });
    expect(bodyOf(renderModel('gemini-generate', first))).toMatchObject({
      name: 'models/a',
    });
  });
});

describe('token counts', () => {
  it('are written and read in every dialect', () => {
    expect(bodyOf(renderTokenCount('anthropic-messages', 5))).toEqual({ input_tokens: 5 });
    expect(bodyOf(renderTokenCount('gemini-generate', 5))).toMatchObject({ totalTokens: 5 });
    for (const dialect of ['anthropic-messages', 'gemini-generate', 'openai-responses'] as const) {
      expect(readTokenCount(renderTokenCount(dialect, 7))).toBe(7);
    }
    expect(readTokenCount(encodeText('[]'))).toBeUndefined();
  });

  it('of Gemini may be requested with the whole request nested inside', () => {
    const inner = { contents: [] };
    expect(
      bodyOf(unwrapCountRequest(encodeText(JSON.stringify({ generateContentRequest: inner })))),
    ).toEqual(inner);
    const plain = encodeText(JSON.stringify(inner));
    expect(unwrapCountRequest(plain)).toBe(plain);
  });
});
