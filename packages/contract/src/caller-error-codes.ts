import { relayErrors, type RelayErrorCode } from './errors.ts';

/** Refusals caused by the operator: callers get the vendors' usual wording, the log has the hint. */
export const REPORTED_AS: Partial<Record<string, RelayErrorCode>> = {
  relay_model_not_priced: 'relay_model_not_found',
};

/** The errors that a caller can get. */
export const callerErrorCodes: readonly RelayErrorCode[] = (
  Object.keys(relayErrors) as RelayErrorCode[]
).filter((code) => REPORTED_AS[code] === undefined);
