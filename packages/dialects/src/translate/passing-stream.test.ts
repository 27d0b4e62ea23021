import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { feedReader } from '../ir/stream-parser.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { CODECS } from './codec.ts';
import { PassingStream } from './passing-stream.ts';
import { UsageTracker } from './usage-tracker.ts';

type Passing = Exclude<Dialect, 'openai-chat'>;
/** An added text, or another kind of event. */
type Step = { readonly add: string } | { readonly event: 'thought' | 'call' | 'ping' | 'error' };

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** Streams as the providers write them: identical except for texts, counters and padding. */
const WRITERS: Readonly<Record<Passing, (steps: readonly Step[]) => string>> = {
  'gemini-generate': (steps) => {
    const chunk = (parts: object[], count: number, more: object = {}) =>
      data({
        candidates: [{ content: { parts, role: 'model' }, ...more, index: 0 }],
        usageMetadata: {
          promptTokenCount: 9,
          candidatesTokenCount: count,
          totalTokenCount: 9 + count,
        },
        responseId: 'r7',
      });
    const write = (step: Step, index: number) => {
      if ('add' in step) return chunk([{ text: step.add }], index * 3);
      if (step.event === 'thought') return chunk([{ text: 'Hm', thought: true }], index * 3);
      if (step.event === 'call')
        return chunk([{ functionCall: { name: 'f', args: {} } }], index * 3);
      if (step.event === 'error')
        return data({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } });
      return ': nothing\n\n';
    };
    return steps.map(write).join('') + chunk([{ text: '' }], 1234, { finishReason: 'STOP' });
  },
  'anthropic-messages': (steps) => {
    const named = (type: string, members: object = {}) =>
      `event: ${type}\n${data({ type, ...members })}`;
    const part = (index: number, content_block: object) =>
      named('content_block_start', { index, content_block });
    const delta = (index: number, text: string) =>
      named('content_block_delta', { index, delta: { type: 'text_delta', text } });
    const write = (step: Step, index: number) => {
      if ('add' in step) return delta(0, step.add);
      const at = index + 1;
      if (step.event === 'thought')
        return (
          part(at, { type: 'thinking', thinking: '' }) +
          named('content_block_delta', {
            index: at,
            delta: { type: 'thinking_delta', thinking: 'Hm' },
          })
        );
      if (step.event === 'call')
        return (
          part(at, { type: 'tool_use', id: 't', name: 'f', input: {} }) +
          named('content_block_delta', {
            index: at,
            delta: { type: 'input_json_delta', partial_json: '{"a":' },
          })
        );
      if (step.event === 'error')
        return named('error', { error: { type: 'overloaded_error', message: 'busy' } });
      return named('ping');
    };
    const usage = { input_tokens: 9, output_tokens: 1 };
    return (
      named('message_start', { message: { id: 'm', model: 'c', usage } }) +
      part(0, { type: 'text', text: '' }) +
      steps.map(write).join('') +
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 77 } }) +
      named('message_stop')
    );
  },
  'openai-responses': (steps) => {
    let number = 0;
    const named = (type: string, members: object) =>
      `event: ${type}\n${data({ type, sequence_number: number++, ...members })}`;
    const partPosition = { item_id: 'i', output_index: 0, content_index: 0 };
    const write = (step: Step, index: number) => {
      if ('add' in step)
        return named('response.output_text.delta', {
          ...partPosition,
          delta: step.add,
          logprobs: [],
          obfuscation: 'x'.repeat(index % 7),
        });
      const output_index = index + 1;
      if (step.event === 'thought')
        return (
          named('response.output_item.added', {
            output_index,
            item: { type: 'reasoning', id: 'r' },
          }) + named('response.reasoning_summary_text.delta', { output_index, delta: 'Hm' })
        );
      if (step.event === 'call')
        return (
          named('response.output_item.added', {
            output_index,
            item: { type: 'function_call', call_id: 'c', name: 'f' },
          }) + named('response.function_call_arguments.delta', { output_index, delta: '{"a":' })
        );
      if (step.event === 'error')
        return named('error', { code: 'server_error', message: 'broken' });
      return named('response.in_progress', {});
    };
    const response = {
      id: 'r',
      status: 'completed',
      usage: { input_tokens: 9, output_tokens: 77 },
    };
    return (
      named('response.created', { response: { id: 'r', model: 'g' } }) +
      steps.map(write).join('') +
      named('response.completed', { response })
    );
  },
};
const LAST: Readonly<Record<Passing, (event: Readonly<Record<string, unknown>>) => boolean>> = {
  'gemini-generate': (event) => JSON.stringify(event).includes('finishReason'),
  'anthropic-messages': ({ type }) => type === 'message_stop',
  'openai-responses': ({ type }) => type === 'response.completed',
};
const DIALECTS = Object.keys(WRITERS) as Passing[];

function pass(dialect: Passing, chunks: readonly Uint8Array[]) {
  let parsed = 0;
  const finishReasons: unknown[] = [];
  const stream = new PassingStream({
    openReader: (emit) => {
      const listen = (event: StreamEvent) => {
        if (event.type === 'finish') finishReasons.push(event.stop.reason);
        emit(event);
      };
      const reader = CODECS[dialect].readStream(listen, 'id');
      const take = reader.take.bind(reader);
      reader.take = (event) => {
        parsed++;
        take(event);
      };
      return reader;
    },
    isLast: LAST[dialect],
    ending: '',
    maxEventBytes: 1e6,
  });
  const sent = chunks.flatMap((chunk) => stream.push(chunk.slice()));
  const seen = stream.usage;
  const end = stream.end();
  return { text: decodeText(concatBytes([...sent, end.tail])), end, seen, parsed, finishReasons };
}

/** Reads the same stream, parsing every event. */
function readAll(dialect: Passing, bytes: Uint8Array): UsageTracker {
  const tracker = new UsageTracker();
  const emit = (event: StreamEvent) => tracker.take(event);
  const reader = CODECS[dialect].readStream(emit, 'id');
  const splitter = new EventSplitter({
    maxEventBytes: 1e6,
    onEvent: (event) => {
      if (!tracker.fault) feedReader(reader, emit, event);
      return true;
    },
  });
  splitter.push(bytes);
  splitter.finish();
  if (!tracker.fault) reader.end?.();
  return tracker;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      add: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' 42', '"}],', '\n', 'a":"b')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      event: fc.constantFrom('thought' as const, 'call' as const, 'ping' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ event: 'error' } as const) },
);

describe.each(DIALECTS)('a stream of %s that passes through', (dialect) => {
  it('yields the same as if every event were parsed, byte for byte, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (steps, at) => {
          const bytes = encodeText(WRITERS[dialect](steps));
          const cuts = [0, ...at.map((cut) => cut % bytes.length), bytes.length].toSorted(
            (a, b) => a - b,
          );
          const chunks = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
          const expected = readAll(dialect, bytes);
          const { text, end, seen, finishReasons } = pass(dialect, chunks);
          expect(end.fault?.kind).toBe(expected.fault?.kind);
          expect(end.contentDelivered).toBe(expected.contentDelivered);
          expect(end.usage).toEqual(expected.usage);
          expect(end.complete).toBe(expected.fault === undefined);
          if (expected.fault) return;
          expect(seen).toEqual(expected.usage);
          expect(text).toBe(decodeText(bytes));
          expect(finishReasons.at(-1)).toBeDefined();
          expect(finishReasons.at(-1)).toBe(expected.stop?.reason);
          // A rare character is shorter in bytes than in UTF-16.
          const estimate = expected.estimatedCompletionTokens;
          expect(end.estimatedCompletionTokens).toBeGreaterThanOrEqual(estimate * 0.4 - 1);
          expect(end.estimatedCompletionTokens).toBeLessThanOrEqual(estimate * 1.3 + 2);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has only a few events parsed, however long the response', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ add: ` tok${index}` }));
    const parsed = (count: number) =>
      pass(dialect, [encodeText(WRITERS[dialect](steps(count)))]).parsed;
    expect(parsed(2000)).toBe(parsed(20));
    expect(parsed(2000)).toBeLessThan(10);
  });

  it('is estimated by its actual words', () => {
    const words = 'Some words, 好的 and a number 42.\n'.split(/(?= )/);
    const steps = Array.from({ length: 200 }, (_, index) => ({
      add: words[index % words.length] ?? '',
    }));
    const bytes = encodeText(WRITERS[dialect](steps));
    const exact = readAll(dialect, bytes).estimatedCompletionTokens;
    expect(pass(dialect, [bytes]).end.estimatedCompletionTokens / exact).toBeCloseTo(1, 1);
  });

  it('that ends early reports the usage so far', () => {
    const text = WRITERS[dialect](Array.from({ length: 9 }, () => ({ add: 'word ' })));
    const bytes = encodeText(text.slice(0, text.length / 2));
    const { end } = pass(dialect, [bytes.subarray(0, 700), bytes.subarray(700)]);
    expect(end.complete).toBe(false);
    expect(end.usage).toEqual(readAll(dialect, bytes).usage);
  });
});
