import type { TestCause } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Returns what went wrong in a test, in the user's language. */
export function causeTitle(cause: TestCause, t: TFunction): string {
  return t(`channels.causes.${cause.code}.title`, { ...cause });
}

/** Returns the most likely fix. */
export function causeFix(cause: TestCause, t: TFunction): string {
  return t(`channels.causes.${cause.code}.fix`, { ...cause });
}
