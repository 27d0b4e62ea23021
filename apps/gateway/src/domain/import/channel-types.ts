import type { Family } from './source-family.ts';

/** Our counterpart of another gateway's channel type, and its default address there. */
export interface ChannelTypeTarget {
  type: number;
  /** Given if it differs from our default; '' if it is the same. */
  address: string;
}

const CUSTOM = 8;
const custom = (address: string): ChannelTypeTarget => ({ type: CUSTOM, address });
/** MiniMax's address in all three; our default is its newer domain. */
const MINIMAX = 'https://api.minimax.chat';
const ours = (type: number, address = ''): ChannelTypeTarget => ({ type, address });

/** The numbers with the same meaning in all three. */
const SHARED: Readonly<Record<number, ChannelTypeTarget>> = {
  1: ours(1),
  3: ours(3),
  8: ours(CUSTOM),
  11: ours(11),
  14: ours(14),
  15: ours(15),
  16: ours(16),
  17: ours(17),
  18: ours(18),
  19: ours(19),
  20: ours(20),
  23: ours(23),
};

/** Early resellers that one-api and new-api still list. */
const RESELLERS: Readonly<Record<number, ChannelTypeTarget>> = {
  6: custom('https://api.openaimax.com'),
  7: custom('https://api.ohmygpt.com'),
  9: custom('https://api.caipacity.com'),
  10: custom('https://api.aiproxy.io'),
  12: custom('https://api.api2gpt.com'),
  13: custom('https://api.aigc2d.com'),
  21: ours(21),
  22: ours(22, 'https://fastgpt.run/api/openapi'),
  24: ours(24),
  25: ours(25),
  31: ours(31),
};

/**
 * Types by number, one table per gateway (source: family-schema.md 2.4). A missing number has no counterpart.
 */
const TYPES: Readonly<Record<Family, Readonly<Record<number, ChannelTypeTarget>>>> = {
  'one-api': {
    ...SHARED,
    ...RESELLERS,
    19: ours(19, 'https://ai.360.cn'),
    2: custom('https://oa.api2d.net'),
    4: custom('https://api.closeai-proxy.xyz'),
    5: custom('https://api.openai-sb.com'),
    26: custom('https://api.baichuan-ai.com'),
    27: ours(35, MINIMAX),
    28: ours(42),
    29: custom('https://api.groq.com/openai'),
    30: ours(4),
    32: custom('https://api.stepfun.com'),
    33: ours(33),
    35: ours(34),
    36: ours(43),
    37: ours(39),
    39: custom('https://api.together.xyz'),
    40: ours(45),
    41: custom('https://api.novita.ai/v3/openai'),
    42: ours(41),
    44: ours(40),
    45: ours(48),
    47: ours(46),
    48: ours(18),
    49: ours(17),
    50: ours(CUSTOM),
    51: custom('https://generativelanguage.googleapis.com/v1beta/openai'),
  },
  'new-api': {
    ...SHARED,
    ...RESELLERS,
    2: ours(2),
    4: ours(4),
    5: ours(5),
    26: ours(26),
    27: custom('https://api.perplexity.ai'),
    33: ours(33),
    34: ours(34),
    35: ours(35, MINIMAX),
    36: ours(36),
    37: ours(37),
    38: ours(38),
    39: ours(39),
    40: ours(40),
    41: ours(41),
    42: ours(42),
    43: ours(43),
    44: custom('https://api.moka.ai'),
    45: ours(45),
    46: ours(46),
    47: ours(CUSTOM),
    48: ours(48),
    53: custom('https://llm.submodel.ai'),
  },
  'one-hub': {
    ...SHARED,
    25: ours(24),
    26: custom('https://api.baichuan-ai.com'),
    27: ours(35, MINIMAX),
    28: ours(43),
    29: ours(25),
    30: ours(42),
    31: custom('https://api.groq.com/openai'),
    32: ours(33),
    33: ours(31),
    34: ours(2),
    35: ours(39),
    36: ours(34),
    39: ours(4),
    40: ours(23),
    41: ours(36),
    42: ours(41),
    43: ours(CUSTOM),
    45: ours(40),
    47: ours(38),
    48: ours(CUSTOM),
    49: custom('https://models.inference.ai.azure.com'),
    55: ours(CUSTOM),
    56: ours(48),
  },
};

/** Returns our counterpart of a type number; undefined if there is none. */
export function targetType(family: Family, type: number): ChannelTypeTarget | undefined {
  return TYPES[family][type];
}
