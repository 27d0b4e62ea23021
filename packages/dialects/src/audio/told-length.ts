/** What a file tells of its own length, in seconds. */
export interface ToldLength {
  /** What is written down; anybody can write anything there. */
  readonly written?: number | undefined;
  /** What its pieces come to, which a decoder plays whatever is written. */
  readonly counted?: number | undefined;
  /** It is made of so many pieces that not all were looked at: silence, or somebody means harm. */
  readonly isDense?: boolean;
}
