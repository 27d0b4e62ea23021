import { plainModelName } from '../limits/plain-model-name.ts';
import type { Sourced } from './model-rule.ts';

/** What a model accepts (images, audio) and does (calls tools, thinks before it responds). */
export type Capability = 'vision' | 'audio' | 'tools' | 'thinking';

/** What a model's vendor states about it. */
export interface ModelFacts extends Sourced {
  /** Context window in tokens, prompt and output together; undefined if the vendor does not state it. */
  readonly context?: number;
  readonly capabilities: readonly Capability[];
}

const OPENAI = 'developers.openai.com/api/docs/models';
const ANTHROPIC = 'platform.claude.com/docs/en/models/overview';
const GOOGLE = 'ai.google.dev/gemini-api/docs/models';
const DEEPSEEK = 'api-docs.deepseek.com/quick_start/pricing';
const XAI = 'docs.x.ai/docs/models';
const MISTRAL = 'docs.mistral.ai/getting-started/models';
const ALIBABA = 'help.aliyun.com/zh/model-studio/models';
const MOONSHOT = 'platform.moonshot.ai/docs/introduction';
const ZHIPU = 'docs.z.ai/guides/llm';
/** Source for models whose vendor's page could not be read: what hosts state. */
const HOSTS = 'vercel.com/ai-gateway/models';

const K = 1000;
/** 1,024: vendors mean either this or 1,000. */
const KI = 1024;

/** The first match counts: specific patterns precede general ones. */
const FACTS: readonly (readonly [names: RegExp, facts: ModelFacts])[] = [
  // Named after a chat model, but not one.
  [/image|tts|transcribe|realtime|embed|live|robotics|computer-use|search/, none()],
  [/^gpt-5[\w.-]*-chat/, of(128 * K, 'vision tools', OPENAI)],
  [
    /^gpt-5(?:\.[123])?(?:-(?:mini|nano|pro|codex)\b|-\d|$)|^gpt-5\.4-(?:mini|nano)/,
    of(400 * K, 'vision tools thinking', OPENAI),
  ],
  [
    /^gpt-5\.[45](?:-pro|-\d|$)|^gpt-(?:5\.6|6(?:\.\d)?)-(?:astra|sol|terra|luna)/,
    of(1_050_000, 'vision tools thinking', OPENAI),
  ],
  [/^gpt-4\.1/, of(1_047_576, 'vision tools', OPENAI)],
  [/^gpt-(?:4o[\w-]*audio|audio)/, of(128 * K, 'audio tools', OPENAI)],
  [/^gpt-4o/, of(128 * K, 'vision tools', OPENAI)],
  [/^gpt-4-turbo/, of(128 * K, 'vision tools', OPENAI)],
  [/^gpt-4(?:-\d|$)/, of(8192, 'tools', OPENAI)],
  [/^gpt-3\.5-turbo(?!-instruct)/, of(16_385, 'tools', OPENAI)],
  [/^o1-mini/, of(128 * K, 'thinking', OPENAI)],
  [/^o3-mini/, of(200 * K, 'tools thinking', OPENAI)],
  [/^o(?:1|3|4-mini)(?:-pro|-\d|$)/, of(200 * K, 'vision tools thinking', OPENAI)],

  [/^claude-3-(?:haiku|sonnet|opus|5)/, of(200 * K, 'vision tools', ANTHROPIC)],
  [/^claude-3-7/, of(200 * K, 'vision tools thinking', ANTHROPIC)],
  [
    /^claude-(?:sonnet|opus|haiku)-4(?:-[015](?!\d)|-\d{8}|@|$)/,
    of(200 * K, 'vision tools thinking', ANTHROPIC),
  ],
  [
    /^claude-(?:(?:sonnet|opus)-4-[678]|(?:sonnet|opus|fable)-5|haiku-5-5)(?!\d)/,
    of(1000 * K, 'vision tools thinking', ANTHROPIC),
  ],

  [/^gemini-1\.5-pro/, of(2048 * KI, 'vision audio tools', GOOGLE)],
  [/^gemini-(?:1\.5|2\.0)-flash/, of(KI * KI, 'vision audio tools', GOOGLE)],
  [/^gemini-(?:2\.5|3(?:\.\d)?)-(?:pro|flash)/, of(KI * KI, 'vision audio tools thinking', GOOGLE)],

  [/^deepseek-chat/, of(128 * K, 'tools', DEEPSEEK)],
  [/^deepseek-reasoner/, of(128 * K, 'tools thinking', DEEPSEEK)],
  [/^deepseek-flash/, of(KI * KI, 'vision tools thinking', DEEPSEEK)],
  [/^deepseek-v4-(?:pro|flash)/, of(KI * KI, 'tools thinking', DEEPSEEK)],

  [/^grok-3-mini/, of(131_072, 'tools thinking', XAI)],
  [/^grok-3/, of(131_072, 'tools', XAI)],
  [/^grok-4(?:-\d{4}|-latest|$)/, of(256 * K, 'vision tools thinking', XAI)],
  [/^grok-4\.3/, of(1000 * K, 'vision tools thinking', HOSTS)],
  [/^grok-4\.5/, of(500 * K, 'vision tools thinking', XAI)],

  [/^mistral-medium-latest/, of(256 * KI, 'vision tools thinking', HOSTS)],
  [/^mistral-large-latest/, of(256 * KI, 'vision tools', HOSTS)],
  [/^pixtral-large/, of(128 * K, 'vision tools', MISTRAL)],
  [/^codestral-latest/, of(256 * K, 'tools', MISTRAL)],

  [/^qwen3-max/, of(262_144, 'tools', ALIBABA)],
  [/^qwq-/, of(131_072, 'tools thinking', ALIBABA)],

  [/^kimi-k2-thinking/, of(256 * KI, 'tools thinking', MOONSHOT)],
  [/^kimi-k2-0905/, of(256 * KI, 'tools', MOONSHOT)],
  [/^kimi-k2-0711/, of(128 * KI, 'tools', MOONSHOT)],
  [/^kimi-k2\.[56]/, of(256 * KI, 'vision tools thinking', HOSTS)],
  [/^kimi-k3(?:\.1-pro|$)/, of(KI * KI, 'vision tools thinking', HOSTS)],

  [/^glm-(?:4\.6(?!v)|5$)/, of(200 * K, 'tools thinking', ZHIPU)],
  [/^glm-5\.[23]$/, of(KI * KI, 'tools thinking', HOSTS)],
  [/^glm-4\.5(?!v)/, of(128 * K, 'tools thinking', ZHIPU)],
];

function of(context: number, capabilities: string, source: string): ModelFacts {
  return {
    context,
    capabilities: capabilities.split(' ') as Capability[],
    source,
    checked: '2026-11',
  };
}

function none(): ModelFacts {
  return { capabilities: [], source: OPENAI, checked: '2026-11' };
}

/** Returns known facts about a model by its name, whoever serves it; undefined for unknown models. */
export function findModelFacts(model: string): ModelFacts | undefined {
  const name = plainModelName(model);
  const facts = FACTS.find(([names]) => names.test(name))?.[1];
  return facts?.context === undefined ? undefined : facts;
}
