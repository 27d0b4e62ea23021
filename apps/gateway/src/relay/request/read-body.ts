import type { IncomingMessage } from 'node:http';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { AppError } from '../../platform/app-error.ts';
import { type ByteBudget, SMALL_BYTES } from '../../platform/byte-budget.ts';
import type { HttpRequest } from '../../platform/http-server/http-exchange.ts';
import { ChunkList } from '../../platform/chunk-list.ts';
import { FastPathRequest } from '../../platform/http-server/fast-path-request.ts';
import type { RelayRequest } from '../relay-call.ts';

const RETRY_AFTER_SECONDS = 5;
const DISCARDED_BYTES_MAX = 4 * 1024 * 1024;
/** No client that reads responses sends more than this after a refusal. */
const UPLOAD_BYTES_MAX = 64 * 1024 * 1024;

/** The parts of a request that are needed to read its body. */
export type BodyRequest = Pick<RelayRequest, 'request' | 'caller' | 'bufferedBytes'> &
  Partial<Pick<RelayRequest, 'refuseBody'>>;

/** Memory that bodies may occupy: each of them, and all together. */
export interface BodyLimits {
  maxBytes: number;
  budget: ByteBudget;
}

/**
 * Reads the whole body, synchronously if it has arrived, at most `maxBytes` before and after decompression.
 * `bufferedBytes` holds its share of the budget, even on failure, until `releaseBody`. Rejects with AppError
 * relay_body_too_large, relay_overloaded or relay_unsupported_encoding, and when the client disconnects.
 */
export function readBody(incoming: BodyRequest, limits: BodyLimits): Buffer | Promise<Buffer> {
  const { request } = incoming;
  const { maxBytes, budget } = limits;
  if (request instanceof FastPathRequest) {
    const { bodyLength, complete } = request;
    const isHere = complete || bodyLength <= SMALL_BYTES;
    if (bodyLength > maxBytes || (isHere && reserveBytes(incoming, budget, bodyLength)))
      return request.readBody(maxBytes);
    if (!isHere && reserveArrived(incoming, budget, bodyLength, bodyLength - request.missingBytes))
      return request.readBody(maxBytes, (arrived) =>
        reserveBytes(incoming, budget, arrived) ? undefined : overloaded(),
      );
    request.ignore();
    return Promise.reject(overloaded());
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) return Promise.reject(tooLarge(maxBytes));
  const source = decompressed(request);
  if (!source) return Promise.reject(new AppError('relay_unsupported_encoding'));
  // For a compressed body only the decompressed bytes are counted.
  if (source !== request || reserveArrived(incoming, budget, declared, 0))
    return new Promise((resolve, reject) => {
      new BodyReader({ incoming, request, source, limits, resolve, reject }).start();
    });
  discard(request);
  return Promise.reject(overloaded());
}

/** Counts further bytes that a call holds in memory. Throws AppError relay_overloaded. */
export function bufferMore(incoming: BodyRequest, budget: ByteBudget, bytes: number): void {
  if (!reserveBytes(incoming, budget, incoming.bufferedBytes + bytes)) throw overloaded();
}

/** Releases the memory of a call's body and of what was fetched for it; idempotent. */
export function releaseBody(incoming: BodyRequest, budget: ByteBudget): void {
  const { caller, bufferedBytes } = incoming;
  if (bufferedBytes > 0) budget.release(caller?.holder.userId ?? 0, bufferedBytes);
  incoming.bufferedBytes = 0;
}

/**
 * Discards the rest of a refused call's body. Returns false if that is so long that the connection should be
 * closed after the response rather than kept alive.
 */
export function discardRemainingBody(request: HttpRequest): boolean {
  if (request instanceof FastPathRequest) return request.missingBytes <= DISCARDED_BYTES_MAX;
  if (request.complete) return true;
  discard(request);
  return !(Number(request.headers['content-length']) > DISCARDED_BYTES_MAX);
}

function discard(request: IncomingMessage): void {
  if (discarding.has(request)) return;
  discarding.add(request);
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > UPLOAD_BYTES_MAX) request.destroy();
  });
}

const discarding = new WeakSet<IncomingMessage>();

type Source = IncomingMessage | Gunzip | Inflate | BrotliDecompress;

interface Reading {
  incoming: BodyRequest;
  request: IncomingMessage;
  /** The request, or its decompressor. */
  source: Source;
  limits: BodyLimits;
  resolve: (body: Buffer) => void;
  reject: (error: AppError) => void;
}

/** Reads a body emitted by Node's parser. */
class BodyReader {
  readonly #reading: Reading;
  readonly #chunks = new ChunkList();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  start(): void {
    const { incoming, source, request } = this.#reading;
    incoming.refuseBody = (error) => this.#stop(error);
    source.on('data', this.#onData);
    source.on('end', this.#ended);
    source.on('error', () =>
      this.#stop(
        new AppError('relay_invalid_json', {}, { internal: 'the body could not be read' }),
      ),
    );
    if (request.destroyed) this.#lost();
    else request.on('close', this.#lost);
  }

  /** The client disconnected before the body ended: not even what has arrived will be delivered. */
  readonly #lost = (): void => {
    if (this.#reading.request.readableEnded) return;
    this.#stop(
      new AppError('relay_invalid_request', {}, { internal: 'the client left while sending' }),
    );
  };

  readonly #onData = (chunk: Buffer): void => {
    const { incoming, limits } = this.#reading;
    const size = this.#chunks.bytes + chunk.length;
    if (size > limits.maxBytes) return this.#stop(tooLarge(limits.maxBytes));
    if (size > incoming.bufferedBytes && !reserveBytes(incoming, limits.budget, size))
      return this.#stop(overloaded());
    this.#chunks.push(chunk);
  };

  readonly #ended = (): void => {
    this.#reading.incoming.refuseBody = undefined;
    this.#reading.resolve(this.#chunks.take());
  };

  /** Discards what still arrives. */
  #stop(error: AppError): void {
    const { request, source, reject } = this.#reading;
    this.#chunks.clear();
    source.off('data', this.#onData);
    source.off('end', this.#ended);
    request.unpipe();
    discard(request);
    if (source !== request) source.destroy();
    reject(error);
  }
}

/**
 * Refuses a body at once if its declared length does not fit, but counts only what has arrived: bytes
 * declared and never sent occupy nothing.
 */
function reserveArrived(
  incoming: BodyRequest,
  budget: ByteBudget,
  declared: number,
  arrived: number,
): boolean {
  if (!reserveBytes(incoming, budget, declared)) return false;
  releaseBody(incoming, budget);
  return reserveBytes(incoming, budget, arrived);
}

function reserveBytes(incoming: BodyRequest, budget: ByteBudget, bytes: number): boolean {
  const { caller, bufferedBytes } = incoming;
  if (!budget.tryReserve(caller?.holder.userId ?? 0, bufferedBytes, bytes)) return false;
  incoming.bufferedBytes = bytes;
  return true;
}

function tooLarge(limit: number): AppError {
  return new AppError('relay_body_too_large', { limit });
}

function overloaded(): AppError {
  return new AppError('relay_overloaded', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function decompressed(request: IncomingMessage): Source | undefined {
  switch (request.headers['content-encoding']?.toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return request;
    case 'gzip':
    case 'x-gzip':
      return request.pipe(createGunzip());
    case 'deflate':
      return request.pipe(createInflate());
    case 'br':
      return request.pipe(createBrotliDecompress());
    default:
      return undefined;
  }
}
