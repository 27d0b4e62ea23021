import { expect, test } from 'vitest';
import type { StreamEvent } from '../ir/stream-event.ts';
import { readMessagesStream } from './parse-stream.ts';

const SEARCHES = 40_000;

test('matches each result to its own search, however many an upstream reports', () => {
  const events: StreamEvent[] = [];
  const reader = readMessagesStream((event) => events.push(event));
  for (let index = 0; index < SEARCHES; index += 1) {
    const use = { type: 'server_tool_use', name: 'web_search', id: `s${index}`, input: {} };
    reader.take({ type: 'content_block_start', index, content_block: use });
    const delta = { type: 'input_json_delta', partial_json: `{"query":"q${index}"}` };
    reader.take({ type: 'content_block_delta', index, delta });
  }
  for (let index = 0; index < SEARCHES; index += 1) {
    const result = { type: 'web_search_tool_result', tool_use_id: `s${index}`, content: [] };
    reader.take({ type: 'content_block_start', index: SEARCHES + index, content_block: result });
  }
  expect(events).toHaveLength(SEARCHES);
  for (const [index, event] of events.entries())
    if (!JSON.stringify(event).includes(`"q${index}"`)) expect(event).toBe(`search ${index}`);
});
