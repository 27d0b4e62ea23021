import type { UsageLogRow } from './usage-record.ts';

/** Charges of delivered responses that a process ends without: its disk took none of them. */
export class LostCharges extends Error {
  override readonly name = 'LostCharges';
  /** Private: a log would write it out in full. */
  readonly #rows: readonly UsageLogRow[];

  constructor(rows: readonly UsageLogRow[]) {
    super(`${rows.length} charges of delivered responses could not be stored`);
    this.#rows = rows;
  }

  /** One line of JSON for each, to be charged by hand; without what was said of the call. */
  get lines(): string[] {
    return this.#rows.map(({ other: _other, content: _content, ip: _ip, ...row }) =>
      JSON.stringify({ lost_charge: row }),
    );
  }
}
