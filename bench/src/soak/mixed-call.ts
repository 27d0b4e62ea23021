import type { Fault } from '@tollgate/simulators';
import { BENCH_MODEL } from '../workloads.ts';

/** How a call ended: complete, with an error, cut short, or by a deliberate client disconnect. */
export type Ending = 'whole' | 'refused' | 'broken' | 'left';

export const ENDINGS: readonly Ending[] = ['whole', 'refused', 'broken', 'left'];

interface Plan {
  path: string;
  body: object;
  /** Time after which the client disconnects. */
  leaveAfterMs?: number;
  /** A text that every complete response contains. */
  wholeWith: string;
}

/** Faults of all kinds; clients disconnect from those that hang. */
const FAULTS: readonly Fault[] = [
  'cut-before-start',
  'cut-after-headers',
  'cut-mid-json',
  'cut-mid-stream',
  'error-200',
  'error-first-line',
  'error-mid-stream',
  'garbage-json',
  'gzip',
  'no-done',
  'no-usage',
  'split-bytes',
  'status-400',
  'status-429',
  'status-500',
  'status-502-html',
  'status-503',
  'usage-each-chunk',
  'wrong-content-length',
  'zero-usage',
];
const HANGS: readonly Fault[] = ['hang-before-headers', 'hang-after-headers', 'stall-mid-stream'];
const LEAVE_AFTER_MS = 800;
const GIVE_UP_MS = 30_000;

/**
 * Makes one call of the mix: half plain, the rest streams, other dialects, large bodies, faults, clients that
 * disconnect.
 */
export async function makeMixedCall(
  url: string,
  key: string,
  random: () => number,
): Promise<Ending> {
  const { path, body, leaveAfterMs, wholeWith } = planCall(random);
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(leaveAfterMs ?? GIVE_UP_MS),
    });
    const text = await response.text();
    if (response.status !== 200) return 'refused';
    return text.includes(wholeWith) ? 'whole' : 'broken';
  } catch {
    return leaveAfterMs === undefined ? 'broken' : 'left';
  }
}

function planCall(random: () => number): Plan {
  const dice = random();
  const tokens = 5 + Math.floor(random() * 60);
  if (dice < 0.4) return chat({ completion_tokens: tokens, delay_ms: 5 }, false);
  if (dice < 0.65) return chat({ completion_tokens: tokens, tokens, gap_ms: 2 }, true);
  if (dice < 0.72) return messages(tokens);
  if (dice < 0.78) return responses(tokens);
  if (dice < 0.82) return withLargeBody(chat({ completion_tokens: tokens }, false));
  if (dice < 0.84) return { ...chat({}, false), body: { model: 'no-such-model', messages: [] } };
  if (dice < 0.88)
    return {
      ...chat({ fault: pick(HANGS, random) }, random() < 0.5),
      leaveAfterMs: LEAVE_AFTER_MS,
    };
  if (dice < 0.9)
    return { ...chat({ tokens: 40, gap_ms: 50 }, true), leaveAfterMs: LEAVE_AFTER_MS };
  return chat(
    { fault: pick(FAULTS, random), completion_tokens: tokens, tokens: 12 },
    random() < 0.5,
  );
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

const scriptText = (sim: object) => JSON.stringify({ sim });

function chat(sim: object, stream: boolean): Plan {
  return {
    path: '/v1/chat/completions',
    wholeWith: stream ? 'data: [DONE]' : '"total_tokens"',
    body: {
      model: BENCH_MODEL,
      max_tokens: 100,
      stream,
      messages: [{ role: 'user', content: scriptText(sim) }],
    },
  };
}

function withLargeBody(plan: Plan): Plan {
  const system = { role: 'system', content: 'You are a careful engineer. '.repeat(4000) };
  const { messages: own = [], ...body } = plan.body as { messages?: object[] };
  return { ...plan, body: { ...body, messages: [system, ...own] } };
}

/** A call in Anthropic's dialect, translated both ways. */
function messages(tokens: number): Plan {
  return {
    path: '/v1/messages',
    wholeWith: 'message_stop',
    body: {
      model: BENCH_MODEL,
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content: scriptText({ tokens, gap_ms: 2 }) }],
    },
  };
}

/** A call in OpenAI's responses dialect. */
function responses(tokens: number): Plan {
  return {
    path: '/v1/responses',
    wholeWith: '"status":"completed"',
    body: {
      model: BENCH_MODEL,
      max_output_tokens: 100,
      input: scriptText({ completion_tokens: tokens }),
    },
  };
}
