import {
  requestedLimits,
  maxImageTokensOf,
  type NamedId,
  openTranslation,
  type RequestFault,
  type Translation,
} from '@tollgate/dialects';
import { estimateReservation, type Price, type Surcharges } from '@tollgate/pricing';
import { createHash } from 'node:crypto';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { routeCall } from '../../domain/channels/channel-route.ts';
import type { BatchEndpoint } from '../../domain/batches/batch-endpoints.ts';
import { batchSurcharges } from '../../domain/batches/batch-surcharges.ts';
import { LineTooLong, readLines } from '../../domain/files/read-lines.ts';
import { AppError } from '../../platform/app-error.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { checkJsonLimits } from '../request/check-json-limits.ts';
import { mostOutput } from '../billing/output-cover.ts';
import { requestsHourCache } from '../billing/reserve-call.ts';
import type { Caller } from '../caller.ts';
import type { ContentFilter } from '../content-filter/content-filter.ts';
import { type BatchLine, lineFault, readBatchLine, renderBatchLine } from './batch-line.ts';

/** The channel that the lines of a batch go to, and the price there. */
export interface BatchTarget {
  channel: RuntimeChannel;
  price: Price;
}

export interface BatchInputOptions {
  /** The endpoint that the batch names. */
  name: string;
  endpoint: BatchEndpoint;
  caller: Caller;
  words: ContentFilter;
  /**
   * Called once the model is known. Throws AppError if the key may not use it, or it has no price or no
   * channel.
   */
  targetFor: (model: string) => BatchTarget | Promise<BatchTarget>;
  /** Returns a body with the provider's file ids in place of ours. Throws AppError. */
  withFiles: (body: Uint8Array, channel: RuntimeChannel) => Uint8Array | Promise<Uint8Array>;
  /** Returns the vendor's error if a line names something that its provider stores for another user. */
  findForeign: (named: readonly NamedId[]) => Promise<RequestFault | undefined>;
  callId: string;
  /** Throws AppError if the caller can't pay that much, before the rest of the input is read. */
  checkHold: (hold: number) => void;
}

/** Source: OpenAI's guide to the Batch API, 2026. */
const LINES_MAX = 50_000;
const LINE_BYTES_MAX = 8 * 1024 * 1024;
const BYTES_A_SLICE = 128 * 1024;
const LINES_A_SLICE = 50;

/**
 * Streams the lines of a batch, which are checked, priced and rewritten for a provider, so that the provider
 * runs exactly what was priced. Holds one line and a hash of each custom_id in memory.
 */
export class BatchInput {
  total = 0;
  /** The worst-case cost of all lines together. */
  hold = 0;
  promptMax = 0;
  promptEstimate = 0;
  completionMax = 0;
  model = '';
  placed: BatchTarget | undefined;
  readonly #options: BatchInputOptions;
  readonly #customIds = new Set<string>();
  #surcharges: Surcharges | undefined;

  constructor(options: BatchInputOptions) {
    this.#options = options;
  }

  /** Yields the lines for the provider. Throws AppError for a line that can't be run. */
  async *lines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const line of readLines(source, LINE_BYTES_MAX)) {
        yield await this.#convert(line);
        bytes += line.length;
        if (bytes < BYTES_A_SLICE && this.total % LINES_A_SLICE !== 0) continue;
        bytes = 0;
        await yieldEventLoop();
      }
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      throw lineFault(error.line, `it is longer than ${LINE_BYTES_MAX} bytes.`);
    }
    if (this.total === 0) throw invalidRequest('The input file has no lines.', 'input_file_id');
  }

  async #convert(bytes: Buffer): Promise<Uint8Array> {
    const { name, words, withFiles, targetFor } = this.#options;
    const number = this.total + 1;
    if (number > LINES_MAX) throw lineFault(number, `a batch has at most ${LINES_MAX} lines.`);
    await checkJsonLimits(bytes);
    const line = readBatchLine(bytes, number, this.#options);
    this.#refuseDuplicate(line, number);
    const checked = words.checkPrompt(line.call);
    if (checked) await checked;
    const { model, named } = line.call.request;
    // Files are replaced below, which finds the caller's own only.
    const stored = named?.filter(({ kind }) => kind !== 'file');
    const foreign = stored && (await this.#options.findForeign(stored));
    if (foreign) throw lineFault(number, foreign.message, foreign.param ?? '');
    if (!this.placed) {
      this.model = model;
      this.placed = await targetFor(model);
      this.#surcharges = batchSurcharges(this.placed.price, 1);
    }
    if (model !== this.model)
      throw lineFault(number, `all lines must name the same model; it names '${model}'.`, 'model');
    const { channel } = this.placed;
    const translation = this.#translate(line, channel, number);
    this.#reserve(line, translation, channel);
    this.#options.checkHold(this.hold);
    this.total = number;
    const url = channel.provider?.files?.endpoint?.(name) ?? name;
    return renderBatchLine(line.customId, url, await withFiles(translation.body, channel));
  }

  #refuseDuplicate({ customId }: BatchLine, number: number): void {
    const hash = createHash('sha256').update(customId).digest('base64').slice(0, 22);
    if (this.#customIds.has(hash))
      throw lineFault(number, 'its custom_id is a duplicate of another line.', 'custom_id');
    this.#customIds.add(hash);
  }

  /**
   * Translates the body to what the channel expects: its model mapped, and the channel's settings applied.
   */
  #translate({ call }: BatchLine, channel: RuntimeChannel, number: number): Translation {
    const route = routeOf(channel, this.#options.endpoint, this.model);
    if (!route) {
      const { group } = this.#options.caller.holder;
      throw new AppError('relay_no_channel', { model: this.model, group });
    }
    const opened = openTranslation({
      call,
      to: route.dialect,
      upstreamModel: route.upstreamModel,
      id: this.#options.callId,
      callerId: this.#options.caller.holder.userId,
      createdSeconds: 0,
      injectUsage: false,
      rules: call.request.hasMaxCompletionTokens ? route.newLimitRules : route.rules,
      overrides: route.overrides,
      namedMembers: route.namedMembers,
    });
    if (!opened.ok) throw lineFault(number, opened.fault.message, opened.fault.param ?? '');
    return opened.translation;
  }

  /** Reserves as for an individual call, at the batch price. */
  #reserve({ call }: BatchLine, { sentLimits }: Translation, channel: RuntimeChannel): void {
    const { request } = call;
    const { price } = this.placed as BatchTarget;
    const upstreamModel = channel.modelMapping.get(this.model) ?? this.model;
    const completion = Math.max(
      mostOutput(requestedLimits(request), this.model),
      mostOutput(sentLimits, upstreamModel),
    );
    const prompt =
      request.promptTokensMax +
      Buffer.byteLength(channel.policy.overrides?.systemPrompt ?? '') +
      (request.images ?? 0) *
        Math.max(0, maxImageTokensOf(upstreamModel) - maxImageTokensOf(this.model));
    const callFactor = request.callFactorMax ?? request.callFactor;
    this.hold += estimateReservation(price, {
      promptTokens: prompt,
      maxCompletionTokens: completion,
      mayCacheForAnHour: requestsHourCache(call),
      preConsumedQuota: 0,
      surcharges: this.#surcharges,
      ...(callFactor === undefined ? {} : { callFactor }),
    });
    this.promptMax += prompt;
    this.promptEstimate += request.promptTokensEstimate;
    this.completionMax += completion;
    // More than any balance.
    if (!Number.isSafeInteger(this.hold)) this.#options.checkHold(Number.MAX_SAFE_INTEGER);
  }
}

/**
 * Returns the path at which a channel accepts such calls; undefined if it has no file storage, or needs
 * another dialect.
 */
export function routeOf(
  channel: RuntimeChannel,
  { dialect, kind }: BatchEndpoint,
  model: string,
): NonNullable<ReturnType<typeof routeCall>> | undefined {
  if (!channel.provider?.files || !channel.policy.keepsFiles) return undefined;
  const route = routeCall(channel, { kind, model, dialect });
  return route?.dialect === dialect && !route.host ? route : undefined;
}
