import type { Effort } from '../ir/request.ts';
import type { Sourced } from './model-rule.ts';

export type ThinkingType = 'adaptive' | 'between_tools' | 'disabled' | 'enabled';

/** What a Claude model accepts. */
export interface ClaudeFacts extends Sourced {
  /** Values of thinking.type, the preferred one first; empty if it does not think. */
  readonly thinking: readonly ThinkingType[];
  /** Values of output_config.effort; empty if the member is not supported. */
  readonly efforts: readonly Effort[];
  /** Highest effort with thinking disabled; absent if all are accepted. */
  readonly mostWithoutThinking?: Effort;
  /** How many of temperature and top_p it accepts at once. */
  readonly sampling: 0 | 1 | 2;
  /** Accepts tool_choice any and tool while not thinking. */
  readonly forcedTool: boolean;
  /** Accepts a prefill: continues a conversation that ends with the assistant. */
  readonly prefill: boolean;
  /** Accepts system messages inside a conversation. */
  readonly systemTurns: boolean;
}

export const CATALOG = '@ai-sdk/anthropic 4.0.105 (model catalog)';
export const RELEASE_NOTES = 'platform.claude.com/docs/models/opus-5-5/whats-new-opus-5-5';
/** Smallest accepted thinking budget, in tokens. */
export const BUDGET_MIN = 1024;
const SDK = '@anthropic-ai/sdk 1.11.0';

const NO_XHIGH: readonly Effort[] = ['low', 'medium', 'high', 'max'];
const ALL: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Facts of a family from a version on, the newest first. */
const ROWS: readonly (readonly [families: RegExp, from: number, facts: ClaudeFacts])[] = [
  [/fable|mythos/, 5.1, newest(RELEASE_NOTES, ['adaptive'], false)],
  [/fable|mythos/, 0, newest(CATALOG, ['adaptive'], true)],
  [/opus/, 5.5, newest(RELEASE_NOTES, ['adaptive'], false)],
  [/sonnet/, 5.5, newest(RELEASE_NOTES, ['adaptive', 'between_tools'], false)],
  [
    /haiku/,
    5,
    { ...newest(RELEASE_NOTES, ['adaptive', 'disabled'], true), mostWithoutThinking: 'high' },
  ],
  [/opus/, 5, { ...newest(CATALOG, ['adaptive', 'disabled'], true), mostWithoutThinking: 'high' }],
  [/sonnet/, 5, newest(CATALOG, ['adaptive', 'disabled'], true)],
  [/opus/, 4.8, newest(CATALOG, ['adaptive', 'disabled'], true)],
  [/opus/, 4.7, { ...newest(CATALOG, ['adaptive', 'disabled'], true), systemTurns: false }],
  [
    /opus|sonnet/,
    4.6,
    {
      ...manual(CATALOG, 1),
      thinking: ['adaptive', 'enabled', 'disabled'],
      efforts: NO_XHIGH,
      prefill: false,
    },
  ],
  [/opus/, 4.5, { ...manual(CATALOG, 1), efforts: ['low', 'medium', 'high'] }],
  [/opus|sonnet|haiku/, 4.1, manual(SDK, 1)],
  [/opus|sonnet|haiku/, 3.7, manual(SDK, 2)],
  [/opus|sonnet|haiku|instant/, 0, { ...manual(SDK, 2), thinking: [] }],
];
const UNKNOWN = newest(CATALOG, ['adaptive'], false);

function newest(
  source: string,
  thinking: readonly ThinkingType[],
  forcedTool: boolean,
): ClaudeFacts {
  return {
    thinking,
    efforts: ALL,
    sampling: 0,
    forcedTool,
    prefill: false,
    systemTurns: true,
    source,
    checked: '2026-11',
  };
}

function manual(source: string, sampling: 1 | 2): ClaudeFacts {
  return {
    thinking: ['enabled', 'disabled'],
    efforts: [],
    sampling,
    forcedTool: true,
    prefill: true,
    systemTurns: false,
    source,
    checked: '2026-11',
  };
}

/** Returns whether a name is one of Anthropic's models: others use its dialect with rules of their own. */
export function isClaude(model: string): boolean {
  return /claude/i.test(model);
}

/** Returns what a Claude model accepts; an unlisted name is treated like the newest models. */
export function claudeFacts(model: string): ClaudeFacts {
  const { family, version } = readName(model);
  const row = ROWS.find(([families, from]) => families.test(family) && version >= from);
  return row?.[2] ?? UNKNOWN;
}

/** Reads the family and version of a Claude model: `claude-opus-4-7`, `claude-3-5-haiku-20241022`. */
function readName(model: string): { family: string; version: number } {
  const family = /(opus|sonnet|haiku|fable|mythos|instant)/.exec(model)?.[1] ?? '';
  const digits =
    /(?:opus|sonnet|haiku|fable|mythos)-(\d)(?!\d)(?:[-.](\d)(?!\d))?/.exec(model) ??
    /claude-(\d)(?!\d)(?:[-.](\d)(?!\d))?/.exec(model);
  return { family, version: Number(digits?.[1] ?? 9) + Number(digits?.[2] ?? 0) / 10 };
}

export interface ClaudeRules {
  /** Accepts thinking {type: adaptive} and an effort instead of a budget. */
  readonly adaptive: boolean;
  /** Refuses conversations that end with the assistant. */
  readonly refusesPrefill: boolean;
  /** Takes system messages inside a conversation, by every source. */
  readonly systemTurns: boolean;
  /** Supports output_config.format. */
  readonly structuredOutput: boolean;
  /** max_tokens, which is required, for clients that set no limit. */
  readonly defaultMaxTokens: number;
}

/** Returns how translations write requests for a Claude model. */
export function claudeRules(model: string): ClaudeRules {
  const { family, version } = readName(model);
  const facts = claudeFacts(model);
  return {
    adaptive: facts.thinking.includes('adaptive'),
    refusesPrefill: !facts.prefill,
    // Sources disagree about Sonnet 5.
    systemTurns: facts.systemTurns && isClaude(model) && !(family === 'sonnet' && version < 5.5),
    structuredOutput: version >= 4.1,
    defaultMaxTokens: version < 3.5 ? 4096 : version < 4 ? 8192 : 32_000,
  };
}
