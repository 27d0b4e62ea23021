/** What a file says about its own duration, in seconds. */
export interface AudioDurations {
  /** The declared duration; anybody can write anything there. */
  readonly declared?: number | undefined;
  /** The sum of its pieces, which a decoder plays whatever is declared. */
  readonly counted?: number | undefined;
  /** If that is unknown: the upper bound, with each piece at its maximum. */
  readonly atMost?: number | undefined;
}
