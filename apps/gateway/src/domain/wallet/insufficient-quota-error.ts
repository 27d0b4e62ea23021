/**
 * Thrown inside a transaction to roll it back: a balance or key limit would drop below 0, or below what is
 * held.
 */
export class InsufficientQuotaError extends Error {
  constructor() {
    super('a balance or a key’s limit would fall below 0, or below what is held of it');
    this.name = 'InsufficientQuotaError';
  }
}
