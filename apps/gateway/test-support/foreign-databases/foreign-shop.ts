export type ForeignRow = Readonly<Record<string, unknown>>;
export type ForeignRows = Readonly<Record<string, Iterable<ForeignRow>>>;

export interface ForeignSize {
  users: number;
  /** Further channels, one of each type number in turn. */
  channels: number;
  logs: number;
  /** The upstream address of channels. */
  upstream?: string;
}
