/** What an upstream's error says, from whatever shape it came in. */
export interface ErrorObject {
  readonly message: string;
  readonly type: string | null;
  readonly code: string | null;
  readonly param: string | null;
}
