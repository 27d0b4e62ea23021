import type { JsonObject } from '../json/json-object.ts';

/** A dialect-neutral embeddings call. */
export interface EmbeddingCall {
  readonly inputs: readonly string[];
  readonly dimensions?: number;
  /** Return vectors as base64 of 32-bit floats instead of numbers. */
  readonly base64: boolean;
  /** Purpose of the vectors, in Google's terms, and the title of a document. */
  readonly taskType?: string;
  readonly title?: string;
  /** The client sent a single text and expects a vector, not a list. */
  readonly single: boolean;
}

/** Vectors in input order. */
export interface EmbeddingResponse {
  readonly vectors: readonly (readonly number[])[];
  /** Undefined if the upstream did not report it. */
  readonly promptTokens: number | undefined;
}

/** Conversion of embeddings calls for an upstream's format. */
export interface EmbeddingCodec {
  readonly render: (call: EmbeddingCall, model: string) => JsonObject;
  /** Returns undefined if the body is not a response. */
  readonly parse: (body: JsonObject) => EmbeddingResponse | undefined;
}

/** Prepends the title to each input, for upstreams without a title member. */
export function titledInputs({ inputs, title }: EmbeddingCall): readonly string[] {
  return title === undefined ? inputs : inputs.map((text) => `${title}\n${text}`);
}

/** Returns the vectors of a list of lists of numbers; undefined for anything else. */
export function vectorsOf(list: unknown): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const vectors: readonly unknown[] = list;
  return vectors.every(isVector) ? vectors : undefined;
}

/** Returns whether a value is a list of numbers only. */
export function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && (value as unknown[]).every((number) => typeof number === 'number');
}
