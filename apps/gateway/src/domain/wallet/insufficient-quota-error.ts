/** Thrown inside a transaction to undo it: a balance or a key's limit would fall below what is free. */
export class InsufficientQuotaError extends Error {
  constructor() {
    super('a balance would fall below what is free');
    this.name = 'InsufficientQuotaError';
  }
}
