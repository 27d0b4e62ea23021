/** An upstream's error, independent of its original format. */
export interface ErrorObject {
  readonly message: string;
  readonly type: string | null;
  readonly code: string | null;
  readonly param: string | null;
}
