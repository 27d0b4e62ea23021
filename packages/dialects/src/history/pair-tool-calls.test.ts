import { describe, expect, it, vi } from 'vitest';
import { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { Part } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import { pairToolCalls } from './pair-tool-calls.ts';

const call = (id: string): Part => ({ type: 'tool-call', id, name: 'now', args: '{}' });
const result = (callId: string, text: string): Part => ({
  type: 'tool-result',
  callId,
  isError: false,
  content: [{ type: 'text', text }],
});
const text = (value: string): Part => ({ type: 'text', text: value });
const missing = (callId: string): Part => ({
  type: 'tool-result',
  callId,
  isError: true,
  content: [{ type: 'text', text: 'No result was returned for this call.' }],
});
const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
const assistant = (...parts: Part[]): Turn => ({ role: 'assistant', parts });

function pair(turns: readonly Turn[]) {
  const warnings = new ConversionWarnings('openai-chat');
  const request: ChatRequest = {
    model: 'm',
    stream: false,
    system: [],
    turns,
    tools: [],
    sampling: {},
    stop: [],
    choices: 1,
    unknown: [],
  };
  const paired = pairToolCalls(request, warnings);
  const reported = warnings.list.map(({ feature, kind }) => `${feature};${kind}`);
  return { turns: paired.turns, told: reported, isSame: paired === request };
}

describe('tool calls and their results', () => {
  it('are left alone if there are none', () => {
    expect(pair([user(text('Hi')), assistant(text('Hello'))]).isSame).toBe(true);
  });

  it('stay unchanged if each call is followed by its result', () => {
    const turns = [
      user(text('Hi')),
      assistant(call('a'), call('b')),
      user(result('a', '1'), result('b', '2'), text('and?')),
      assistant(text('Done')),
    ];
    expect(pair(turns)).toMatchObject({ turns, told: [] });
  });

  it('are put in the order of the calls, in one turn', () => {
    const turns = [
      assistant(call('a')),
      assistant(call('b')),
      user(result('b', '2')),
      user(result('a', '1')),
    ];
    expect(pair(turns).turns).toEqual([
      assistant(call('a')),
      assistant(call('b')),
      user(result('a', '1'), result('b', '2')),
    ]);
  });

  it('get a failed result if the client omitted one, also at the end', () => {
    const turns = [assistant(call('a')), user(text('never mind')), assistant(call('b'))];
    expect(pair(turns)).toMatchObject({
      turns: [
        assistant(call('a')),
        user(missing('a'), text('never mind')),
        assistant(call('b')),
        user(missing('b')),
      ],
      told: ['tool_result_missing;approximated'],
    });
  });

  it('lose results without a call, and second results of one call', () => {
    const turns = [
      user(result('gone', 'x'), text('Hi')),
      assistant(call('a')),
      user(result('a', '1'), result('a', 'again')),
    ];
    expect(pair(turns)).toMatchObject({
      turns: [user(text('Hi')), assistant(call('a')), user(result('a', '1'))],
      told: ['tool_result_orphan;dropped'],
    });
  });

  it('get ids that no earlier call has, on call and result alike', () => {
    const turns = [
      assistant(call('call_0')),
      user(result('call_0', '1')),
      assistant(call('call_0'), call('call_0')),
      user(result('call_0', '2'), result('call_0', '3')),
    ];
    expect(pair(turns).turns.slice(2)).toEqual([
      assistant(call('call_0_2'), call('call_0_3')),
      user(result('call_0_2', '2'), result('call_0_3', '3')),
    ]);
  });

  it('stay together if an empty response came between them', () => {
    const turns = [assistant(call('a')), assistant(), user(result('a', '1'))];
    expect(pair(turns).turns).toEqual([assistant(call('a')), user(result('a', '1'))]);
  });

  it('are not separated by a system message: the results come first', () => {
    const system: Turn = { role: 'system', parts: [text('Be brief.')] };
    const turns = [assistant(call('a')), system, user(result('a', '1'))];
    expect(pair(turns).turns).toEqual([assistant(call('a')), user(result('a', '1')), system]);
  });

  it('have no empty turn between a call and its result', () => {
    const { turns } = pair([
      user(text('Hi')),
      assistant(call('a')),
      assistant(text('')),
      user(result('a', 'noon')),
    ]);
    expect(turns).toEqual([user(text('Hi')), assistant(call('a')), user(result('a', 'noon'))]);
  });

  it('are joined if the result came after a later response, as OpenAI accepts', () => {
    const { turns, told } = pair([
      user(text('Hi')),
      assistant(call('a'), call('b')),
      user(result('a', '1')),
      assistant(text('Waiting.'), call('c')),
      user(result('b', '2'), result('c', '3'), text('and?')),
    ]);
    expect(turns).toEqual([
      user(text('Hi')),
      assistant(call('a'), call('b')),
      user(result('a', '1'), result('b', '2')),
      assistant(text('Waiting.'), call('c')),
      user(result('c', '3'), text('and?')),
    ]);
    expect(told).toEqual([]);
  });

  it('with an id that a later response uses again stay with that response', () => {
    const turns = [
      assistant(call('a')),
      user(text('Stop.')),
      assistant(call('a')),
      user(result('a', '2')),
    ];
    expect(pair(turns).turns).toEqual([
      assistant(call('a')),
      user(missing('a'), text('Stop.')),
      assistant(call('a_2')),
      user(result('a_2', '2')),
    ]);
  });
});

describe('of a history made for it', () => {
  /** Counts the ids read of results, and how often an id is looked up. */
  const workOf = (callIds: readonly string[], resultIds: readonly string[]) => {
    let work = 0;
    const { has } = Set.prototype;
    const lookUp = vi.spyOn(Set.prototype, 'has').mockImplementation(function (
      this: Set<unknown>,
      value,
    ) {
      work += 1;
      return has.call(this, value);
    });
    const results = resultIds.map((id) => ({
      ...result(id, 'x'),
      get callId() {
        work += 1;
        return id;
      },
    }));
    const { turns } = pair([assistant(...callIds.map(call)), user(...(results as Part[]))]);
    lookUp.mockRestore();
    expect(turns).toHaveLength(2);
    return work;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);
  const same = (count: number) => Array.from({ length: count }, () => 'c');

  it.each([
    ['calls and results of one id', same, same],
    ['results in reverse', numbered, (count: number) => numbered(count).toReversed()],
    ['calls of one id that no result has', same, numbered],
  ])('%s take linear time', (_name, calls, results) => {
    const small = workOf(calls(200), results(200));
    expect(workOf(calls(400), results(400))).toBeLessThan(2.5 * small);
  });
});
