/** Faults that a call can ask for. */
export type Fault =
  | 'hang-before-headers'
  | 'hang-after-headers'
  | 'stall-mid-stream'
  | 'cut-before-start'
  | 'cut-mid-stream'
  | 'error-200'
  | 'error-first-line'
  | 'error-mid-stream'
  | 'no-usage'
  | 'zero-usage'
  | 'no-done'
  | 'status-400'
  | 'status-401'
  | 'status-403-quota'
  | 'status-429'
  | 'status-429-retry-after'
  | 'status-500'
  | 'status-503'
  | 'garbage-json'
  | 'wrong-content-length'
  | 'huge';

/** What an answer shall be like. */
export interface Script {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  text: string;
  /** Content chunks of a stream. */
  tokens: number;
  fault?: Fault;
}

const DEFAULT: Script = {
  prompt_tokens: 10,
  completion_tokens: 6,
  cached_tokens: 0,
  text: 'Hello from the simulator.',
  tokens: 4,
};

/**
 * The script of a call: JSON text `{"sim":{…}}` as the last user message, prompt or input. It
 * passes through any gateway untouched. Anything else gets the plain answer.
 */
export function readScript(lastText: string): Script {
  if (!lastText.startsWith('{"sim"')) return { ...DEFAULT };
  try {
    return { ...DEFAULT, ...(JSON.parse(lastText) as { sim: Partial<Script> }).sim };
  } catch {
    return { ...DEFAULT };
  }
}

/** The usage object of a script; undefined where it shall be missing. */
export function usageOf(script: Script): Record<string, unknown> | undefined {
  if (script.fault === 'no-usage') return undefined;
  if (script.fault === 'zero-usage') return { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return {
    prompt_tokens: script.prompt_tokens,
    completion_tokens: script.completion_tokens,
    total_tokens: script.prompt_tokens + script.completion_tokens,
    prompt_tokens_details: { cached_tokens: script.cached_tokens },
  };
}
