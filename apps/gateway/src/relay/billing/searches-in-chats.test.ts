import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BilledScene,
  chat,
  chatUsage,
  startBilledScene,
  TOKENS,
} from '../../../test-support/billed-scene.ts';

let billed: BilledScene;
beforeAll(async () => {
  billed = await startBilledScene();
});
afterAll(() => billed.close());

/** The price of a search. */
const SEARCH = 5000;

test.each([
  { type: 'web_search' },
  { type: 'web_search_2025_08_26' },
  { type: 'web_search', web_search: { enable: true } },
  { type: 'openrouter:web_search' },
])(
  'a chat pays for each search that is reported of a tool that may be OpenRouter’s, and for at least one: %j',
  async (tool) => {
    const send = async (usage: object) => {
      billed.upstream.response = chat({ usage });
      await billed.scene.chat({ model: 'gpt-x', tools: [tool] });
      return billed.lastRow();
    };
    const { quota, other } = await send({
      ...chatUsage,
      server_tool_use: { web_search_requests: 3 },
    });
    expect(quota).toBe(TOKENS + 3 * SEARCH);
    expect(other['reserved']).toBeGreaterThanOrEqual(quota);
    expect((await send(chatUsage)).quota).toBe(TOKENS + SEARCH);
  },
);
