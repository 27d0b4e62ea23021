import {
  JsonBounds,
  type JsonLimits,
  openTranslation,
  readCall,
  type Translation,
  type Usage,
} from '@tollgate/dialects';
import {
  emptyUsage,
  hasThinkingPrice,
  normaliseUsage,
  type Price,
  priceAt,
  type Surcharges,
} from '@tollgate/pricing';
import { isObject } from '../../platform/lenient-json.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import type { Batch } from './batch-holds.ts';
import { BATCH_ENDPOINTS } from './batch-endpoints.ts';
import { batchSurcharges } from './batch-surcharges.ts';

/** Lines with the same price: long prompts and responses with reasoning may have their own. */
export interface TallyPart {
  /** Applies to prompts of more tokens than this; 0 for all others. */
  above: number;
  price: Price;
  usage: Usage;
  lines: number;
  /** Whether some of the tokens are estimated because the provider reported none. */
  estimated: boolean;
}

/** Usage claimed by a provider that exceeds what the batch can have used. */
interface BatchClaim {
  prompt_tokens: number;
  completion_tokens: number;
}

/**
 * Longest line that is parsed; longer ones are estimated by length, because parsing them would block the
 * event loop.
 */
export const PARSED_BYTES_MAX = 4 * 1024 * 1024;
/** Lines that hold more than this are estimated by their length, too. */
const PARSED: JsonLimits = {
  depth: 256,
  topLevel: 1000,
  nodes: 150_000,
  values: 1_000_000,
  bareBytes: PARSED_BYTES_MAX,
  bareRun: 4096,
  escapedQuotes: PARSED_BYTES_MAX,
};
/** Up to this size no line takes long to parse, whatever it holds. */
const UNMEASURED_BYTES_MAX = 256 * 1024;
const BYTES_A_SLICE = 256 * 1024;
const LINES_A_SLICE = 200;
const BYTES_A_TOKEN = 4;
/** How many lines of an output are read: this many per requested line, plus some. */
const LINES_A_REQUEST = 2;
const LINES_FREE = 100;
/** Longer ids can't be from a request. */
const ID_LENGTH_MAX = 512;
/** Maximum number of tokens charged for an unreadable line if no line of the batch was readable. */
const UNREAD_TOKENS = 500;

/**
 * Sums the usage of an output's lines: each custom_id once, no more lines than were requested, and no more
 * tokens than were reserved (ADR 23). Keeps one line and the ids seen so far in memory.
 */
export class OutputTally {
  readonly parts = new Map<Price, TallyPart>();
  lines = 0;
  /** Lines that could be read, including those that the provider did not bill. */
  read = 0;
  readonly #batch: Batch;
  readonly #price: Price;
  readonly #reader: Translation;
  readonly #seen = new Set<string>();
  readonly #claimed: BatchClaim = { prompt_tokens: 0, completion_tokens: 0 };
  #promptLeft: number;
  #completionLeft: number;
  #exceedsReservation = false;

  constructor(batch: Batch, price: Price) {
    this.#batch = batch;
    this.#price = price;
    this.#reader = openReader(batch.endpoint);
    this.#promptLeft = batch.prompt_max;
    this.#completionLeft = batch.completion_max;
  }

  /** Returns the discount of a part, which long prompts share, and the fees of its lines. */
  surchargesOf({ lines }: Pick<TallyPart, 'lines'>): Surcharges | undefined {
    return batchSurcharges(this.#price, lines);
  }

  /** The implausible claim, if any. */
  get claim(): BatchClaim | undefined {
    return this.#exceedsReservation ? this.#claimed : undefined;
  }

  /**
   * Adds all lines, in slices that yield to the event loop. Stops when there are far more lines than were
   * requested: the output may be endless.
   */
  async addAll(lines: AsyncIterable<Buffer>): Promise<void> {
    let bytes = 0;
    let count = 0;
    let left = this.#batch.total * LINES_A_REQUEST + LINES_FREE;
    for await (const line of lines) {
      left -= 1;
      if (left < 0 || this.lines === this.#batch.total) return;
      this.#add(line);
      bytes += line.length;
      count += 1;
      if (bytes < BYTES_A_SLICE && count < LINES_A_SLICE) continue;
      bytes = 0;
      count = 0;
      await yieldEventLoop();
    }
  }

  /** Adds a line of which only the length is known. */
  addLong(bytes: number): void {
    if (this.lines === this.#batch.total) return;
    this.read += 1;
    this.#count(undefined, bytes);
  }

  /** Adds lines that the provider completed but that could not be read, at the average of the others. */
  addUnread(count: number): void {
    const { completion_max: completionMax, total } = this.#batch;
    const averageTokens =
      this.lines > 0 ? (completionMax - this.#completionLeft) / this.lines : undefined;
    const tokens = averageTokens ?? Math.min(completionMax / Math.max(1, total), UNREAD_TOKENS);
    for (let line = 0; line < count && this.lines < total; line += 1)
      this.#count(undefined, Math.ceil(tokens) * BYTES_A_TOKEN);
  }

  #add(line: Buffer): void {
    if (this.lines === this.#batch.total) return;
    if (isTooComplex(line)) return this.addLong(line.length);
    const result = parse(line);
    if (!result || this.#seen.has(result.customId)) return;
    this.#seen.add(result.customId);
    this.read += 1;
    if (!result.body) return;
    const body = Buffer.from(JSON.stringify(result.body));
    const response = this.#reader.readResponse(body);
    // The provider does not bill a 200 with an error in its body.
    if (!response.ok) return;
    const isReasoning = hasThinkingPrice(this.#price) && response.hasThoughts?.() === true;
    const { usage } = response;
    const tokens = response.estimateTokens();
    this.#count(usage, usage ? tokens : tokens * BYTES_A_TOKEN, isReasoning);
  }

  /**
   * `length`: tokens of the text if usage is reported, else its bytes. `isReasoning`: reasoning was seen, whose
   * tokens may not be reported.
   */
  #count(usage: Usage | undefined, length: number, isReasoning = false): void {
    this.lines += 1;
    const reported = normaliseUsage(usage ?? {});
    this.#claimed.prompt_tokens += reported.promptTokens;
    this.#claimed.completion_tokens += reported.completionTokens;
    const estimate = this.#estimate(usage ? length : Math.ceil(length / BYTES_A_TOKEN));
    const prompt = reported.promptTokens || estimate.prompt;
    const completion = reported.completionTokens || estimate.completion;
    const estimated = prompt !== reported.promptTokens || completion !== reported.completionTokens;
    const promptTokens = Math.min(prompt, this.#promptLeft);
    const completionTokens = Math.min(completion, this.#completionLeft);
    if (promptTokens < reported.promptTokens || completionTokens < reported.completionTokens)
      this.#exceedsReservation = true;
    this.#promptLeft -= promptTokens;
    this.#completionLeft -= completionTokens;
    const least = isReasoning ? Math.min(1, completionTokens) : 0;
    const reasoningTokens = Math.max(reported.reasoningTokens, least);
    const counted = { ...reported, promptTokens, completionTokens, reasoningTokens };
    this.#addTo(normaliseUsage(counted), estimated);
  }

  /** Estimates unreported usage: the average prompt, and the text received. */
  #estimate(text: number): { prompt: number; completion: number } {
    const { prompt_estimate: prompts, total, completion_max: completionMax } = this.#batch;
    return {
      prompt: Math.ceil(prompts / Math.max(1, total)),
      completion: completionMax === 0 ? 0 : text,
    };
  }

  #addTo(usage: Usage, estimated: boolean): void {
    const price = priceAt(this.#price, usage);
    const tierAbove = price.kind === 'ratio' ? (price.factors.tierAbove ?? 0) : 0;
    let part = this.parts.get(price);
    if (!part) {
      part = {
        above: tierAbove,
        price: withoutTiers(price),
        usage: emptyUsage(),
        lines: 0,
        estimated: false,
      };
      this.parts.set(price, part);
    }
    part.usage = sum(part.usage, usage);
    part.lines += 1;
    part.estimated ||= estimated;
  }
}

/** Returns a price without its variants: the sum of many prompts is not a long prompt. */
function withoutTiers(price: Price): Price {
  if (price.kind === 'call') return price;
  const { tiers: _tiers, thinking: _thinking, ...plain } = price;
  return plain;
}

function sum(left: Usage, right: Usage): Usage {
  const names = Object.keys({ ...left, ...right }) as (keyof Usage)[];
  const total: Usage = { ...left };
  for (const name of names)
    if (typeof right[name] === 'number')
      (total as unknown as Record<string, number>)[name] =
        Number(left[name] ?? 0) + Number(right[name]);
  return normaliseUsage(total);
}

function isTooComplex(line: Buffer): boolean {
  if (line.length <= UNMEASURED_BYTES_MAX) return false;
  const bounds = new JsonBounds(line, PARSED);
  bounds.advance(Infinity);
  return bounds.excess !== undefined;
}

/** Parses a line, with the body of its response if it succeeded; returns undefined for an invalid line. */
function parse(line: Buffer): { customId: string; body?: object } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { custom_id: customId, response } = value;
  if (typeof customId !== 'string' || customId.length > ID_LENGTH_MAX) return undefined;
  const { status_code: status, body } = isObject(response) ? response : {};
  const isGood = typeof status === 'number' && status >= 200 && status <= 299 && isObject(body);
  return isGood ? { customId, body } : { customId };
}

/** Opens a translation that reads the responses of an endpoint. */
function openReader(name: string): Translation {
  const endpoint = BATCH_ENDPOINTS[name];
  if (!endpoint) throw new Error(`there is no reader for ${name}`);
  const { dialect, kind, sample } = endpoint;
  const bytes = Buffer.from(JSON.stringify({ model: 'x', ...sample }));
  const read = readCall({ dialect, kind, bytes });
  if (!read.ok) throw new Error(read.fault.message);
  const opened = openTranslation({
    call: read.call,
    to: dialect,
    upstreamModel: 'x',
    id: 'batch',
    createdSeconds: 0,
    injectUsage: false,
  });
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation;
}
