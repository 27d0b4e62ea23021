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
const targetOf = (type: number, address = ''): ChannelTypeTarget => ({ type, address });

/** The numbers with the same meaning in all three. */
const SHARED: Readonly<Record<number, ChannelTypeTarget>> = {
  1: targetOf(1),
  3: targetOf(3),
  8: targetOf(CUSTOM),
  11: targetOf(11),
  14: targetOf(14),
  15: targetOf(15),
  16: targetOf(16),
  17: targetOf(17),
  18: targetOf(18),
  19: targetOf(19),
  20: targetOf(20),
  23: targetOf(23),
};

/** Early resellers that one-api and new-api still list. */
const RESELLERS: Readonly<Record<number, ChannelTypeTarget>> = {
  6: custom('https://api.openaimax.com'),
  7: custom('https://api.ohmygpt.com'),
  9: custom('https://api.caipacity.com'),
  10: custom('https://api.aiproxy.io'),
  12: custom('https://api.api2gpt.com'),
  13: custom('https://api.aigc2d.com'),
  21: targetOf(21),
  22: targetOf(22, 'https://fastgpt.run/api/openapi'),
  24: targetOf(24),
  25: targetOf(25),
  31: targetOf(31),
};

/**
 * Types by number, one table per gateway (source: family-schema.md 2.4). A missing number has no counterpart.
 */
const TYPES: Readonly<Record<Family, Readonly<Record<number, ChannelTypeTarget>>>> = {
  'one-api': {
    ...SHARED,
    ...RESELLERS,
    19: targetOf(19, 'https://ai.360.cn'),
    2: custom('https://oa.api2d.net'),
    4: custom('https://api.closeai-proxy.xyz'),
    5: custom('https://api.openai-sb.com'),
    26: custom('https://api.baichuan-ai.com'),
    27: targetOf(35, MINIMAX),
    28: targetOf(42),
    29: custom('https://api.groq.com/openai'),
    30: targetOf(4),
    32: custom('https://api.stepfun.com'),
    33: targetOf(33),
    35: targetOf(34),
    36: targetOf(43),
    37: targetOf(39),
    39: custom('https://api.together.xyz'),
    40: targetOf(45),
    41: custom('https://api.novita.ai/v3/openai'),
    42: targetOf(41),
    44: targetOf(40),
    45: targetOf(48),
    47: targetOf(46),
    48: targetOf(18),
    49: targetOf(17),
    50: targetOf(CUSTOM),
    51: custom('https://generativelanguage.googleapis.com/v1beta/openai'),
  },
  'new-api': {
    ...SHARED,
    ...RESELLERS,
    2: targetOf(2),
    4: targetOf(4),
    5: targetOf(5),
    26: targetOf(26),
    27: custom('https://api.perplexity.ai'),
    33: targetOf(33),
    34: targetOf(34),
    35: targetOf(35, MINIMAX),
    36: targetOf(36),
    37: targetOf(37),
    38: targetOf(38),
    39: targetOf(39),
    40: targetOf(40),
    41: targetOf(41),
    42: targetOf(42),
    43: targetOf(43),
    44: custom('https://api.moka.ai'),
    45: targetOf(45),
    46: targetOf(46),
    47: targetOf(CUSTOM),
    48: targetOf(48),
    53: custom('https://llm.submodel.ai'),
  },
  'one-hub': {
    ...SHARED,
    25: targetOf(24),
    26: custom('https://api.baichuan-ai.com'),
    27: targetOf(35, MINIMAX),
    28: targetOf(43),
    29: targetOf(25),
    30: targetOf(42),
    31: custom('https://api.groq.com/openai'),
    32: targetOf(33),
    33: targetOf(31),
    34: targetOf(2),
    35: targetOf(39),
    36: targetOf(34),
    39: targetOf(4),
    40: targetOf(23),
    41: targetOf(36),
    42: targetOf(41),
    43: targetOf(CUSTOM),
    45: targetOf(40),
    47: targetOf(38),
    48: targetOf(CUSTOM),
    49: custom('https://models.inference.ai.azure.com'),
    55: targetOf(CUSTOM),
    56: targetOf(48),
  },
};

/** Returns our counterpart of a type number; undefined if there is none. */
export function targetType(family: Family, type: number): ChannelTypeTarget | undefined {
  return TYPES[family][type];
}
