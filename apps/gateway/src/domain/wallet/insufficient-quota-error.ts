/**
 * Thrown inside a transaction to roll it back: a balance or a key's limit would drop below what is free.
 */
export class InsufficientQuotaError extends Error {
  constructor() {
    super('a balance would fall below what is free');
    this.name = 'InsufficientQuotaError';
  }
}
