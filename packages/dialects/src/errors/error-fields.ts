/** A dialect-neutral error. */
export interface ErrorFields {
  /** HTTP status of the response; decides the type when none is given. */
  readonly status: number;
  readonly message: string;
  readonly type?: string | null;
  readonly code?: string | null;
  readonly param?: string | null;
  /** Shown next to or inside the dialect's own members. */
  readonly requestId?: string;
  /** Of an error event in a stream of OpenAI responses. */
  readonly sequenceNumber?: number;
}
