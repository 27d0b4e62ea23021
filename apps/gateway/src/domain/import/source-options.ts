/** Options of a source by key. */
export type SourceOptions = ReadonlyMap<string, string>;
