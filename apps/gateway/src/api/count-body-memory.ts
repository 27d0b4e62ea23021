import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { ChunkList } from '../platform/chunk-list.ts';
import type { ByteBudget } from '../platform/byte-budget.ts';
import { gatewayOf } from './gateway-of.ts';

const RETRY_AFTER_SECONDS = 5;
/**
 * Chunks are passed on in pieces of about this size: a reader keeps each with some 500 bytes of its own, which
 * would be 30 MB for a small body in single bytes.
 */
const PIECE_BYTES = 16 * 1024;

/**
 * Counts a body as it arrives toward the shared memory budget until its call is over: otherwise many
 * incomplete ones would fill the process's memory.
 */
export function countBodyMemory(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { bodies, owner }: { bodies: ByteBudget; owner: number },
  payload: NodeJS.ReadableStream,
): NodeJS.ReadableStream {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && Number(headers['content-length'] ?? 0) === 0) return payload;
  const counted = new CountedBody(bodies, owner, () => void reply.header('connection', 'close'));
  reply.raw.once('close', () => counted.release());
  payload.once('error', (error: Error) => counted.destroy(error));
  return payload.pipe(counted);
}

/** Counts the bodies of routes whose callers have no account. */
export function countBodies(scope: FastifyInstance): void {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const { bodies } = gatewayOf(request);
    done(
      null,
      countBodyMemory({ request, reply }, { bodies, owner: 0 }, payload) as typeof payload,
    );
  });
}

class CountedBody extends Transform {
  readonly #bodies: ByteBudget;
  readonly #owner: number;
  readonly #onRefused: () => void;
  readonly #piece = new ChunkList();
  /** Fastify compares it with the declared length. */
  receivedEncodedLength = 0;
  #isOver = false;

  constructor(bodies: ByteBudget, owner: number, onRefused: () => void) {
    super();
    this.#bodies = bodies;
    this.#owner = owner;
    this.#onRefused = onRefused;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const before = this.receivedEncodedLength;
    if (this.#isOver) return done();
    if (!this.#bodies.tryReserve(this.#owner, before, before + chunk.length)) {
      this.#onRefused();
      return done(new AppError('body_overloaded', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }
    this.receivedEncodedLength = before + chunk.length;
    this.#piece.push(chunk);
    if (this.#piece.bytes >= PIECE_BYTES) this.push(this.#piece.take());
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#piece.take());
  }

  /** Releases the budget when the call is over; idempotent. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#bodies.release(this.#owner, this.receivedEncodedLength);
  }
}
