/** Half-open range of byte offsets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One member of the top level: its name and the position of its value. */
export interface TopLevelMember extends ByteRange {
  readonly name: string;
  /** Offset of the opening quote of the name. */
  readonly nameStart: number;
}

/** An element of a list, with its members where it is an object. */
export interface ListedObject extends ByteRange {
  readonly members: readonly TopLevelMember[] | undefined;
}
