/** What the caller sees, whatever went wrong. */
export interface CallerError {
  status: number;
  message: string;
  type: string;
  code: string;
  param: string | null;
  retryAfterSeconds?: number;
  /** What the log keeps instead, with what only an administrator can use. */
  logged?: { code: string; message: string };
  /** The upstream's own message about an image task. */
  imageTask?: { code: number; properties: Record<string, unknown> };
}
