import type { Redemption } from '@tollgate/contract';
import dayjs from 'dayjs';

export interface CodesFileTexts {
  /** Of the columns: id, name, code, quota, status, created, redeemed by. */
  titles: readonly string[];
  money: (quota: number) => string;
  status: (status: number) => string;
}

/**
 * Formats a CSV cell. What a spreadsheet would take for a formula, even in full-width characters, is marked
 * as text.
 */
function toCell(value: string): string {
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns codes as CSV with a byte order mark, which spreadsheets need for Chinese. */
export function toCodesFile(
  codes: readonly Redemption[],
  { titles, money, status }: CodesFileTexts,
): Blob {
  const rows = codes.map((code) => [
    String(code.id),
    code.name,
    code.key,
    money(code.quota),
    status(code.status),
    dayjs.unix(code.created_time).format('YYYY-MM-DD HH:mm:ss'),
    code.used_user_id === 0 ? '' : String(code.used_user_id),
  ]);
  const lines = [titles, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`);
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}
