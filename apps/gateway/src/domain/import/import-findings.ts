import { IMPORT_AREAS, type ImportArea, type ImportFindingCode } from '@tollgate/contract';

/** All findings of one kind. */
export interface Finding {
  area: ImportArea;
  code: ImportFindingCode;
  count: number;
  /** The first ones: a name or id of the source, and a detail. */
  examples: { subject: string; detail: string }[];
}

const EXAMPLES_MAX = 100;

/** Collects findings by kind, with a bounded number of examples. */
export class ImportFindings {
  readonly #byCode = new Map<ImportFindingCode, Finding>();

  add(
    area: ImportArea,
    code: ImportFindingCode,
    subject: string | number,
    detail: string | number = '',
  ): void {
    let finding = this.#byCode.get(code);
    if (!finding) this.#byCode.set(code, (finding = { area, code, count: 0, examples: [] }));
    finding.count += 1;
    if (finding.examples.length < EXAMPLES_MAX)
      finding.examples.push({ subject: String(subject), detail: String(detail) });
  }

  /** Returns the findings in the order of the areas. */
  list(): Finding[] {
    return [...this.#byCode.values()].sort(
      (left, right) => IMPORT_AREAS.indexOf(left.area) - IMPORT_AREAS.indexOf(right.area),
    );
  }
}
