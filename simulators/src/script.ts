import type { ScriptedCall } from './scripted-call.ts';

/**
 * Faults that a call can request. One that does not apply to a call (a stream fault on a plain response) is
 * ignored.
 */
export const FAULTS = [
  // Before a response.
  'hang-before-headers',
  'hang-after-headers',
  'cut-before-start',
  'cut-after-headers',
  // Instead of a response.
  'status-400',
  'status-400-context-length',
  'status-401',
  'status-403',
  'status-403-quota',
  'status-404-model',
  'status-429',
  'status-429-retry-after',
  'status-429-quota',
  'status-500',
  'status-502-html',
  'status-503',
  'error-200',
  'garbage-json',
  'wrong-content-length',
  // In a non-streamed response.
  'cut-mid-json',
  // In any response.
  'no-usage',
  'zero-usage',
  'slow-drip',
  'huge',
  'gzip',
  'gzip-bomb',
  // Responds streamed when not requested, or the reverse.
  'unstreamed',
  'streamed',
  // In a stream.
  'stall-before-first-token',
  'stall-mid-stream',
  'cut-mid-stream',
  'error-first-line',
  'error-mid-stream',
  'usage-twice',
  'usage-each-chunk',
  'no-done',
  'split-bytes',
] as const;

export type Fault = (typeof FAULTS)[number];

/** What a response should be like. */
export interface Script {
  /** As reported; 10 by default, plus 85 for each image of the request. */
  prompt_tokens: number;
  completion_tokens: number;
  /** Part of prompt_tokens. */
  cached_tokens: number;
  /** Part of prompt_tokens. */
  cache_write_tokens: number;
  /** Part of cache_write_tokens. */
  cache_write_hour_tokens: number;
  /** Part of prompt_tokens. */
  audio_tokens: number;
  /** Part of completion_tokens; a realtime response is audio if it is above 0. */
  audio_output_tokens: number;
  /** Part of prompt_tokens. */
  image_tokens: number;
  /** Images in a response; as many as requested if absent. */
  images?: number;
  /** Duration of a recording, as reported. */
  seconds: number;
  /** Part of completion_tokens. */
  reasoning_tokens: number;
  /** Reasoning before the response; none if empty. */
  thinking: string;
  text: string;
  /** Number of tools that the response calls, whatever the text says; the first ones of the request. */
  calls?: number;
  /** Calls of a response in full detail; takes precedence over `calls`. */
  tool_calls?: readonly ScriptedCall[];
  /** Part of the ids of a response's tool calls, to keep them unique within a conversation. */
  mark: string;
  /** Number of stream events after which the connection breaks. */
  cut_after?: number;
  /** Number of stream events after which the stream ends as if complete. */
  end_after?: number;
  /** Content chunks of a stream. If the default text has fewer characters, the text is numbered words. */
  tokens: number;
  finish_reason: string;
  /** Delay before the first byte of the response. */
  delay_ms: number;
  /** Delay before each chunk of a stream. A slow drip uses 50 if it is 0. */
  gap_ms: number;
  /** Seconds in the Retry-After header of `status-429-retry-after`. */
  retry_after: number;
  /** Size of the text of a `huge` or `gzip-bomb` response. */
  megabytes: number;
  fault?: Fault;
}

const DEFAULT: Script = {
  prompt_tokens: 10,
  completion_tokens: 6,
  cached_tokens: 0,
  cache_write_tokens: 0,
  cache_write_hour_tokens: 0,
  audio_tokens: 0,
  audio_output_tokens: 0,
  image_tokens: 0,
  seconds: 3,
  reasoning_tokens: 0,
  thinking: '',
  mark: '',
  text: 'Hello from the simulator.',
  tokens: 4,
  finish_reason: 'stop',
  delay_ms: 0,
  gap_ms: 0,
  retry_after: 7,
  megabytes: 5,
};

const TOKENS_PER_IMAGE = 85;

/**
 * Reads the overrides of a call: JSON text `{"sim":{…}}` as the last user message, prompt or input, which
 * passes through any gateway unchanged. Any other text has none.
 */
export function readScriptOverrides(lastText: string): Partial<Script> {
  if (!lastText.startsWith('{"sim"')) return {};
  try {
    return (JSON.parse(lastText) as { sim: Partial<Script> }).sim;
  } catch {
    return {};
  }
}

/**
 * Completes overrides to a script. Throws RangeError for an unknown fault: a misspelled one would pass for a
 * healthy upstream.
 */
export function completeScript(overrides: Partial<Script>, images = 0): Script {
  const script = {
    ...DEFAULT,
    prompt_tokens: DEFAULT.prompt_tokens + images * TOKENS_PER_IMAGE,
    ...overrides,
  };
  if (script.fault !== undefined && !FAULTS.includes(script.fault))
    throw new RangeError(`no fault is called '${String(script.fault)}'`);
  if (script.fault === 'huge' || script.fault === 'gzip-bomb')
    return {
      ...script,
      text: 'x'.repeat(script.megabytes * 1024 * 1024),
      tokens: overrides.tokens ?? script.megabytes * 64,
    };
  if (overrides.text === undefined && script.tokens > script.text.length)
    return { ...script, text: numberWords(script.tokens) };
  return script;
}

function numberWords(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ');
}

/**
 * Splits the text into as many chunks as the script has tokens (fewer if it is too short), without splitting
 * a character.
 */
export function splitText({ text, tokens }: Script): string[] {
  const ends = Array.from({ length: tokens }, (_, index) =>
    endOfCharacter(text, Math.floor(((index + 1) * text.length) / tokens)),
  );
  return ends
    .map((end, index) => text.slice(ends[index - 1] ?? 0, end))
    .filter((chunk) => chunk !== '');
}

/** Moves a position out of the middle of a surrogate pair. */
function endOfCharacter(text: string, position: number): number {
  const next = text.charCodeAt(position);
  return next >= 0xdc00 && next <= 0xdfff ? position + 1 : position;
}

/** Returns the usage object of a script; undefined if it should be missing. */
export function usageOf(script: Script): Record<string, unknown> | undefined {
  if (script.fault === 'no-usage') return undefined;
  if (script.fault === 'zero-usage')
    return { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return {
    prompt_tokens: script.prompt_tokens,
    completion_tokens: script.completion_tokens,
    total_tokens: script.prompt_tokens + script.completion_tokens,
    prompt_tokens_details: {
      cached_tokens: script.cached_tokens,
      ...(script.cache_write_tokens > 0 ? { cache_write_tokens: script.cache_write_tokens } : {}),
      ...(script.audio_tokens > 0 ? { audio_tokens: script.audio_tokens } : {}),
    },
    completion_tokens_details: { reasoning_tokens: script.reasoning_tokens },
  };
}
