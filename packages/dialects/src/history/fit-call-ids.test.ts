import { describe, expect, it, vi } from 'vitest';
import { fitCallIds } from './fit-call-ids.ts';

const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const results = (...ids: string[]) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
});

describe('ids of calls in messages for Anthropic', () => {
  it('stay as they are if they are accepted, and so does the list', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      calls('toolu_1', 'toolu_2'),
      results('toolu_2', 'toolu_1'),
      calls('toolu_3'),
      results('toolu_3'),
    ];
    expect(fitCallIds(messages)).toBe(messages);
  });

  it('are unique, and results keep their call, where a server numbers the calls of each response anew', () => {
    const turn = [calls('call_0', 'call_1'), results('call_1', 'call_0')];
    expect(fitCallIds([...turn, ...turn, ...turn])).toEqual([
      ...turn,
      calls('call_0_2', 'call_1_2'),
      results('call_1_2', 'call_0_2'),
      calls('call_0_3', 'call_1_3'),
      results('call_1_3', 'call_0_3'),
    ]);
  });

  it('are unique within a response, whose results are in the order of the calls', () => {
    expect(fitCallIds([calls('a', 'a', 'a'), results('a', 'a', 'a')])).toEqual([
      calls('a', 'a_2', 'a_3'),
      results('a', 'a_2', 'a_3'),
    ]);
  });

  it('have only characters that Anthropic accepts', () => {
    const fitted = fitCallIds([calls('functions.get:0'), results('functions.get:0')]);
    const id = JSON.stringify(fitted).match(/"id":"([A-Za-z0-9_-]+)"/)?.[1] ?? '';
    expect(fitted).toEqual([calls(id), results(id)]);
  });

  it('take linear time, also if all are the same', () => {
    const lookupsOf = (count: number) => {
      const ids = Array.from({ length: count }, () => 'a');
      const lookUp = vi.spyOn(Set.prototype, 'has');
      fitCallIds([calls(...ids), results(...ids)]);
      const lookups = lookUp.mock.calls.length;
      lookUp.mockRestore();
      return lookups;
    };
    expect(lookupsOf(400)).toBeLessThan(2.5 * lookupsOf(200));
  });
});
