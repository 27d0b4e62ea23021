/** Balance at a provider. */
export interface BalanceReading {
  readonly amount: number;
  readonly currency: 'USD' | 'CNY';
}

/** A single GET, with the channel's auth headers unless it has its own. */
export interface SingleBalanceCall {
  readonly kind: 'single';
  readonly headers?: (key: string) => Record<string, string>;
  readonly buildUrl: (base: string) => string;
  /** Returns undefined if the response contains no balance. `base` distinguishes regional sites. */
  readonly read: (response: unknown, base: string) => BalanceReading | undefined;
}

/** The two GETs of OpenAI's former billing API, which gateways of this family still serve. */
export interface DashboardBalanceCall {
  readonly kind: 'openai-dashboard';
  readonly subscriptionUrl: (base: string) => string;
  readonly usageUrl: (base: string, startDate: string, endDate: string) => string;
  /** Returns the first day to query usage for (YYYY-MM-DD, UTC), given the subscription response. */
  readonly startDate: (subscription: unknown, nowSeconds: number) => string;
  readonly read: (subscription: unknown, usage: unknown) => BalanceReading | undefined;
  /** Where gateways without this API report the balance. */
  readonly otherwise: SingleBalanceCall;
}

export type BalanceCall = SingleBalanceCall | DashboardBalanceCall;
