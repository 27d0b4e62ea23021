/** A model of the showcase, and its typical call. */
interface ModelTraffic {
  model: string;
  /** Its share of calls, relative to the others. */
  weight: number;
  promptTokens: number;
  completionTokens: number;
  /** Delay before the first token. */
  delayMs: number;
}

const TRAFFIC: readonly ModelTraffic[] = [
  { model: 'gpt-5-mini', weight: 22, promptTokens: 9_600, completionTokens: 420, delayMs: 340 },
  {
    model: 'claude-sonnet-4-6',
    weight: 18,
    promptTokens: 20_800,
    completionTokens: 700,
    delayMs: 620,
  },
  {
    model: 'gemini-2.5-flash',
    weight: 16,
    promptTokens: 7_200,
    completionTokens: 380,
    delayMs: 210,
  },
  { model: 'gpt-4o-mini', weight: 12, promptTokens: 4_800, completionTokens: 260, delayMs: 260 },
  {
    model: 'claude-haiku-4-5',
    weight: 9,
    promptTokens: 8_400,
    completionTokens: 340,
    delayMs: 280,
  },
  { model: 'gemini-2.5-pro', weight: 7, promptTokens: 16_800, completionTokens: 640, delayMs: 740 },
  { model: 'gpt-5', weight: 5, promptTokens: 14_400, completionTokens: 820, delayMs: 900 },
  { model: 'glm-4.6', weight: 4, promptTokens: 8_000, completionTokens: 410, delayMs: 390 },
  { model: 'gpt-4o', weight: 4, promptTokens: 7_600, completionTokens: 350, delayMs: 330 },
  {
    model: 'command-a-03-2025',
    weight: 2,
    promptTokens: 6_400,
    completionTokens: 300,
    delayMs: 450,
  },
];
const TOTAL_WEIGHT = TRAFFIC.reduce((sum, { weight }) => sum + weight, 0);
/** Percentage of calls that an upstream refuses. */
const FAULTY_PERCENT = 2;
const LETTERS_PER_TOKEN = 4;

export interface ShowcaseCall {
  model: string;
  body: string;
}

/** Draws a call as some customer might make it: its model, size, pace and success. */
export function drawCall(random: () => number): ShowcaseCall {
  const traffic = drawModel(random() * TOTAL_WEIGHT);
  const size = 0.4 + random() * 1.2;
  const prompt = Math.round(traffic.promptTokens * size);
  const completion = Math.round(traffic.completionTokens * (0.4 + random() * 1.2));
  const faulty = random() * 100 < FAULTY_PERCENT;
  const sim = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    cached_tokens: random() < 0.4 ? Math.round(prompt * 0.6) : 0,
    delay_ms: Math.round(traffic.delayMs * (0.6 + random() * random() * 2.4)),
    tokens: 12,
    text: 'x'.repeat(completion * LETTERS_PER_TOKEN),
    ...(faulty ? { fault: random() < 0.5 ? 'status-500' : 'status-400' } : {}),
  };
  return {
    model: traffic.model,
    body: JSON.stringify({
      model: traffic.model,
      stream: random() < 0.8,
      max_tokens: completion + 200,
      messages: [
        { role: 'system', content: 'rule '.repeat(prompt) },
        { role: 'user', content: JSON.stringify({ sim }) },
      ],
    }),
  };
}

function drawModel(at: number): ModelTraffic {
  let passed = 0;
  for (const traffic of TRAFFIC) {
    passed += traffic.weight;
    if (at < passed) return traffic;
  }
  return TRAFFIC[0] as ModelTraffic;
}
