/** What a file tells of its own length, in seconds. */
export interface ToldLength {
  /** What is written down; anybody can write anything there. */
  readonly written?: number | undefined;
  /** What its pieces come to, which a decoder plays whatever is written. */
  readonly counted?: number | undefined;
  /** Where that can't be told: what its pieces can come to, each of the most that one may hold. */
  readonly atMost?: number | undefined;
}
