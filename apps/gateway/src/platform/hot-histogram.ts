import { Histogram, type Registry } from 'prom-client';

/** The observations that share a label value. */
export class HistogramSeries {
  sum = 0;
  readonly #bounds: readonly number[];
  /** By bucket; the last one counts what is beyond every bound. */
  readonly #counts: number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
    (this.#counts[bucket] as number) += 1;
    this.sum += value;
  }

  /** Returns how many observations were at most each bound, then how many there were at all. */
  cumulativeCounts(): number[] {
    let count = 0;
    return this.#counts.map((each) => (count += each));
  }
}

interface HotHistogramOptions<Label extends string> {
  name: string;
  help: string;
  label: Label;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
  registry: Registry;
}

/**
 * A histogram with one label for the hot path: an observation costs comparisons and an addition. prom-client's
 * own copies, checks and hashes the labels each time, also those of a child of `labels()`: two a call were 3 %
 * of it.
 */
export class HotHistogram<Label extends string> extends Histogram<Label> {
  /** A registry would prefer this over `get`. */
  readonly getForPromString = undefined;
  readonly #label: Label;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, HistogramSeries>();
  /** Has no observations; describes the metric. */
  readonly #empty: Histogram<Label>;

  constructor({ label, buckets, registry, ...facts }: HotHistogramOptions<Label>) {
    const configuration = { ...facts, labelNames: [label], buckets: [...buckets] };
    super({ ...configuration, registers: [registry] });
    this.#empty = new Histogram({ ...configuration, registers: [] });
    this.#label = label;
    this.#bounds = buckets;
  }

  /** Returns the series of a label value, which is exported from now on. */
  series(value: string): HistogramSeries {
    let series = this.#series.get(value);
    if (!series) this.#series.set(value, (series = new HistogramSeries(this.#bounds)));
    return series;
  }

  override async get(): ReturnType<Histogram<Label>['get']> {
    const facts = await this.#empty.get();
    const values = [...this.#series].flatMap(([value, series]) =>
      this.#describe(facts.name, value, series),
    );
    return { ...facts, values };
  }

  #describe(name: string, labelValue: string, series: HistogramSeries) {
    const labels: Partial<Record<Label, string>> = {};
    labels[this.#label] = labelValue;
    const counts = series.cumulativeCounts();
    const count = counts.at(-1) as number;
    const bounds = [...this.#bounds, '+Inf'];
    return [
      ...counts.map((value, bucket) => ({
        metricName: `${name}_bucket`,
        labels: { le: bounds[bucket], ...labels },
        value,
      })),
      { metricName: `${name}_sum`, labels, value: series.sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
