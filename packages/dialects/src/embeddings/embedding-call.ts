/** An embeddings call in no dialect. */
export interface EmbeddingCall {
  readonly inputs: readonly string[];
  readonly dimensions?: number;
  /** Vectors as base64 of 32-bit floats instead of numbers. */
  readonly base64: boolean;
  /** What the vectors are for, and the title of a document: Google's words. */
  readonly taskType?: string;
  readonly title?: string;
  /** The client asked for one text and gets one vector, not a list. */
  readonly single: boolean;
}

/** Vectors in the order of the inputs. */
export interface EmbeddingAnswer {
  readonly vectors: readonly (readonly number[])[];
  /** Undefined when the upstream did not count. */
  readonly promptTokens: number | undefined;
}
