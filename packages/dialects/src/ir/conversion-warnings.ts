import { ParseBudget } from '../json/parse-budget.ts';
import type { UpstreamFormat } from './dialect.ts';
import {
  COMMON_EFFECTS,
  CONVERSION_TABLE,
  type Feature,
  type ConversionEffect,
} from './conversion-table.ts';

/** A requested feature that the target can't carry. */
export interface ConversionWarning {
  readonly feature: Feature;
  readonly kind: ConversionEffect;
  /** Identifies which one, if a request may have several. */
  readonly detail?: string;
}

const WARNINGS_MAX = 32;
const DETAIL_LENGTH_MAX = 60;

/** Collects what a translation could not carry, without duplicates. */
export class ConversionWarnings {
  readonly list: ConversionWarning[] = [];
  /** What the translation may still parse of JSON inside strings; what it does not, is also worth a warning. */
  readonly parseBudget = new ParseBudget();
  readonly #target: UpstreamFormat;

  constructor(target: UpstreamFormat) {
    this.#target = target;
  }

  /** Records a warning; the table determines its effect on the call. */
  note(feature: Feature, detail?: string): void {
    if (this.list.length >= WARNINGS_MAX) return;
    if (this.list.some((warning) => warning.feature === feature && warning.detail === detail))
      return;
    const kind = CONVERSION_TABLE[this.#target][feature] ?? COMMON_EFFECTS[feature] ?? 'dropped';
    this.list.push({ feature, kind, ...(detail === undefined ? {} : { detail }) });
  }

  /** The first warning that forbids the call. */
  get refusal(): ConversionWarning | undefined {
    return this.list.find((warning) => warning.kind === 'refused');
  }
}

/** Joins both lists without duplicates. */
export function joinWarnings(
  first: readonly ConversionWarning[],
  second: readonly ConversionWarning[],
): readonly ConversionWarning[] {
  const isKnown = ({ feature, detail }: ConversionWarning) =>
    first.some((warning) => warning.feature === feature && warning.detail === detail);
  return [...first, ...second.filter((warning) => !isKnown(warning))];
}

/**
 * Renders the warnings as a response header's value: `top_k;dropped, unknown;dropped;messages[0].foo`.
 * Undefined if there are none. Visible ASCII only, whatever the client wrote.
 */
export function renderWarnings(warnings: readonly ConversionWarning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  return warnings
    .map(({ feature, kind, detail }) =>
      detail === undefined ? `${feature};${kind}` : `${feature};${kind};${plainText(detail)}`,
    )
    .join(', ');
}

function plainText(detail: string): string {
  return detail.slice(0, DETAIL_LENGTH_MAX).replace(/[^\x21-\x7e]|[,;]/g, '_');
}
