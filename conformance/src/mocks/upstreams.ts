import {
  type Simulator,
  type SimulatorOptions,
  startAnthropicSimulator,
  startGeminiSimulator,
  startOpenAiSimulator,
} from '@tollgate/simulators';

export const UPSTREAM_KINDS = ['chat', 'responses', 'messages', 'gemini', 'deepseek'] as const;
/** Dialects of upstreams; `deepseek` is chat completions that require reasoning_content to be sent back. */
export type UpstreamKind = (typeof UPSTREAM_KINDS)[number];

export interface Upstream {
  kind: UpstreamKind;
  title: string;
  /** The model the mock serves; its name decides which model rules apply. */
  model: string;
  /** The channel type in `new-api` and its relatives. */
  channelType: number;
  /** The dialect to set on the channel, if its type has several. */
  dialect?: string;
  /** Offset from the first port. */
  portOffset: number;
  /** Whether it returns its reasoning. */
  showsThoughts: boolean;
  /** Whether it accepts images and documents. */
  takesMedia: boolean;
  start(options: SimulatorOptions): Promise<Simulator>;
}

export const UPSTREAMS: Readonly<Record<UpstreamKind, Upstream>> = {
  chat: {
    kind: 'chat',
    title: 'OpenAI chat completions',
    model: 'gpt-5-mini',
    channelType: 1,
    dialect: 'openai-chat',
    portOffset: 0,
    showsThoughts: false,
    takesMedia: true,
    start: startOpenAiSimulator,
  },
  responses: {
    kind: 'responses',
    title: 'OpenAI responses',
    model: 'gpt-5.4',
    channelType: 1,
    dialect: 'openai-responses',
    portOffset: 1,
    showsThoughts: true,
    takesMedia: true,
    start: startOpenAiSimulator,
  },
  messages: {
    kind: 'messages',
    title: 'Anthropic messages',
    model: 'claude-opus-5-5',
    channelType: 14,
    portOffset: 2,
    showsThoughts: true,
    takesMedia: true,
    start: startAnthropicSimulator,
  },
  gemini: {
    kind: 'gemini',
    title: 'Gemini generateContent',
    model: 'gemini-3.1-pro-preview',
    channelType: 24,
    portOffset: 3,
    showsThoughts: true,
    takesMedia: true,
    start: startGeminiSimulator,
  },
  deepseek: {
    kind: 'deepseek',
    title: 'DeepSeek chat completions',
    model: 'deepseek-v4-pro',
    channelType: 43,
    dialect: 'openai-chat',
    portOffset: 4,
    showsThoughts: true,
    takesMedia: false,
    start: startOpenAiSimulator,
  },
};

export const FIRST_PORT = 4610;
/** Keys of the primary channel and its backup: two accounts that can't read each other's reasoning. */
export const PRIMARY_KEY = 'sk-mock-primary';
export const BACKUP_KEY = 'sk-mock-backup';

/** A channel that the gateway under test must have for the mocks. */
export interface MockChannel {
  name: string;
  upstream: Upstream;
  baseUrl: string;
  key: string;
  /** Channels with higher priority are tried first. */
  priority: number;
  /** Models as callers name them. */
  models: string[];
  /** The upstream's name for models that it calls differently. */
  mapping: Record<string, string>;
}

/** Returns the model whose calls go to the first upstream and, if that fails, to the second. */
export function failoverModel(first: UpstreamKind, second: UpstreamKind): string {
  return `failover-${first}-to-${second}`;
}

/** Lists all channels: each upstream with its model, and its failover models in both roles. */
export function listMockChannels(urlOf: (kind: UpstreamKind) => string): MockChannel[] {
  return UPSTREAM_KINDS.flatMap((kind) => {
    const upstream = UPSTREAMS[kind];
    const baseUrl = urlOf(kind);
    const from = UPSTREAM_KINDS.map((other) => failoverModel(kind, other));
    const to = UPSTREAM_KINDS.map((other) => failoverModel(other, kind));
    const mapped = (models: string[]) =>
      Object.fromEntries(models.map((model) => [model, upstream.model]));
    return [
      {
        name: `mock ${kind}`,
        upstream,
        baseUrl,
        key: PRIMARY_KEY,
        priority: 10,
        models: [upstream.model, ...from],
        mapping: mapped(from),
      },
      {
        name: `mock ${kind} (backup)`,
        upstream,
        baseUrl,
        key: BACKUP_KEY,
        priority: 0,
        models: to,
        mapping: mapped(to),
      },
    ];
  });
}
