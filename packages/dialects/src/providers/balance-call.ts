/** Money left at a provider. */
export interface BalanceReading {
  readonly amount: number;
  readonly currency: 'USD' | 'CNY';
}

/** One GET, with the channel's auth headers unless it has its own. */
export interface SingleBalanceCall {
  readonly kind: 'single';
  readonly headers?: (key: string) => Record<string, string>;
  readonly buildUrl: (base: string) => string;
  /** Undefined when the response does not hold a balance. `base` distinguishes regional sites. */
  readonly read: (response: unknown, base: string) => BalanceReading | undefined;
}

/** The two GETs of the old OpenAI billing pages, which gateways of this family still serve. */
export interface DashboardBalanceCall {
  readonly kind: 'openai-dashboard';
  readonly subscriptionUrl: (base: string) => string;
  readonly usageUrl: (base: string, startDate: string, endDate: string) => string;
  /** First day to ask usage for (YYYY-MM-DD, UTC), given the subscription answer. */
  readonly startDate: (subscription: unknown, nowSeconds: number) => string;
  readonly read: (subscription: unknown, usage: unknown) => BalanceReading | undefined;
  /** Where gateways without these pages report the balance. */
  readonly otherwise: SingleBalanceCall;
}

export type BalanceCall = SingleBalanceCall | DashboardBalanceCall;
