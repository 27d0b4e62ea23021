/** What the caller is told, whatever went wrong. */
export interface CallerError {
  status: number;
  message: string;
  type: string;
  code: string;
  param: string | null;
  retryAfterSeconds?: number;
  /** What the log keeps instead, with what only an administrator can use. */
  logged?: { code: string; message: string };
  /** What the upstream of a drawing said in its own terms. */
  imageTask?: { code: number; properties: Record<string, unknown> };
}
