/** Who was welcomed with the gifts of a new account. */
export interface WelcomedTable {
  person_hash: string;
  welcomed_at: number;
}
