import type { UsageLogRow } from './usage-record.ts';

/** Charges of delivered responses that could not be stored by the time the process ends. */
export class LostCharges extends Error {
  override readonly name = 'LostCharges';
  /** Private, because a log would print it in full. */
  readonly #rows: readonly UsageLogRow[];

  constructor(rows: readonly UsageLogRow[]) {
    super(`${rows.length} charges of delivered responses could not be stored`);
    this.#rows = rows;
  }

  /** One line of JSON per charge, to be charged manually; without the content of the call. */
  get lines(): string[] {
    return this.#rows.map(({ other: _other, content: _content, ip: _ip, ...row }) =>
      JSON.stringify({ lost_charge: row }),
    );
  }
}
