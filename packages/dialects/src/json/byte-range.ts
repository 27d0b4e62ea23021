/** Half-open range of byte offsets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A top-level member: its name and the range of its value. */
export interface TopLevelMember extends ByteRange {
  readonly name: string;
  /** Offset of the name's opening quote. */
  readonly nameStart: number;
}

/** An element of a list; with its members if it is an object. */
export interface ListedObject extends ByteRange {
  readonly members: readonly TopLevelMember[] | undefined;
}
