/** Who received the gifts for new accounts. */
export interface WelcomedTable {
  person_hash: string;
  welcomed_at: number;
}
