/** For whom a provider stores something; until a time in seconds. */
export interface StoredOwnersTable {
  /** The beginning of a digest of the provider's id, of 53 bits. */
  id_hash: number;
  user_id: number;
  until: number;
  /** The tools that it leaves loaded, as JSON; '' for none. */
  tools: string;
}
