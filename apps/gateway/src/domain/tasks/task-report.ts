/** What an upstream says of a task, in our words. */
export interface TaskReport {
  upstreamId: string;
  /** Final ones are SUCCESS and FAILURE. */
  status: string;
  /** Such as 45%; '' for nothing said. */
  progress: string;
  /** Of a failed one: a reason code of ours, or what the upstream said. */
  failReason: string;
  /** Milliseconds; 0 for nothing said. */
  startTime: number;
  /** What its owner sees of what was made. */
  data: Record<string, unknown>;
}

export function isFinal(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}

/** A percentage as it is stored: 45 and 45.5% become 45%; text is none. */
export function readProgress(value: unknown): string {
  const [, digits] = /^\s*(\d{1,3})(?:\.\d+)?\s*%?\s*$/.exec(String(value ?? '')) ?? [];
  return digits === undefined ? '' : `${Math.min(100, Number(digits))}%`;
}

const TEXT_MAX = 2000;

/** A text of an upstream as any database can store it. */
export function storableText(value: unknown): string {
  return typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
    : '';
}
