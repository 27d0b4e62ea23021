import type { JsonObject } from '../json/json-object.ts';

/** An embeddings call in no dialect. */
export interface EmbeddingCall {
  readonly inputs: readonly string[];
  readonly dimensions?: number;
  /** Vectors as base64 of 32-bit floats instead of numbers. */
  readonly base64: boolean;
  /** What the vectors are for, and the title of a document: Google's words. */
  readonly taskType?: string;
  readonly title?: string;
  /** The client sent one text and gets one vector, not a list. */
  readonly single: boolean;
}

/** Vectors in the order of the inputs. */
export interface EmbeddingResponse {
  readonly vectors: readonly (readonly number[])[];
  /** Undefined when the upstream did not count. */
  readonly promptTokens: number | undefined;
}

/** How to request vectors from an upstream. */
export interface EmbeddingCodec {
  readonly render: (call: EmbeddingCall, model: string) => JsonObject;
  /** Undefined when the body is not a response. */
  readonly parse: (body: JsonObject) => EmbeddingResponse | undefined;
}

/** The text of an input that may have a title, for upstreams without a place for titles. */
export function titledInputs({ inputs, title }: EmbeddingCall): readonly string[] {
  return title === undefined ? inputs : inputs.map((text) => `${title}\n${text}`);
}

/** The vectors of a list of lists of numbers; undefined when it is none. */
export function vectorsOf(list: unknown): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const vectors: readonly unknown[] = list;
  return vectors.every(isVector) ? vectors : undefined;
}

/** Whether a value is a list of nothing but numbers. */
export function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && (value as unknown[]).every((number) => typeof number === 'number');
}
