import type { UpstreamFormat } from './dialect.ts';
import { COMMON_LOSSES, LOSS_TABLE, type Feature, type LossKind } from './loss-table.ts';

/** Something that the client asked for and the target can't carry. */
export interface Loss {
  readonly feature: Feature;
  readonly kind: LossKind;
  /** Which one, where a request may hold several. */
  readonly detail?: string;
}

const LOSSES_MAX = 32;
const DETAIL_LENGTH_MAX = 60;

/** Collects what a translation could not carry, each thing once. */
export class LossReport {
  readonly list: Loss[] = [];
  readonly #target: UpstreamFormat;

  constructor(target: UpstreamFormat) {
    this.#target = target;
  }

  /** Notes a loss; what it means for the call says the table. */
  note(feature: Feature, detail?: string): void {
    if (this.list.length >= LOSSES_MAX) return;
    if (this.list.some((loss) => loss.feature === feature && loss.detail === detail)) return;
    const kind = LOSS_TABLE[this.#target][feature] ?? COMMON_LOSSES[feature] ?? 'dropped';
    this.list.push({ feature, kind, ...(detail === undefined ? {} : { detail }) });
  }

  /** The first loss because of which the call must not be made. */
  get refusal(): Loss | undefined {
    return this.list.find((loss) => loss.kind === 'refused');
  }
}

/** Both lists, each thing once. */
export function joinLosses(first: readonly Loss[], second: readonly Loss[]): readonly Loss[] {
  const isKnown = ({ feature, detail }: Loss) =>
    first.some((loss) => loss.feature === feature && loss.detail === detail);
  return [...first, ...second.filter((loss) => !isKnown(loss))];
}

/**
 * The losses as the value of a response header: `top_k;dropped, unknown;dropped;messages[0].foo`.
 * Undefined when there are none. Only visible ASCII, whatever the client wrote.
 */
export function renderLosses(losses: readonly Loss[]): string | undefined {
  if (losses.length === 0) return undefined;
  return losses
    .map(({ feature, kind, detail }) =>
      detail === undefined ? `${feature};${kind}` : `${feature};${kind};${plainText(detail)}`,
    )
    .join(', ');
}

function plainText(detail: string): string {
  return detail.slice(0, DETAIL_LENGTH_MAX).replace(/[^\x21-\x7e]|[,;]/g, '_');
}
