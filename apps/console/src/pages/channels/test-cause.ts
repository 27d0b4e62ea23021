import type { TestCause } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** What went wrong in a test, in the reader's language. */
export function causeTitle(cause: TestCause, t: TFunction): string {
  return t(`channels.causes.${cause.code}.title`, { ...cause });
}

/** What most likely mends it. */
export function causeFix(cause: TestCause, t: TFunction): string {
  return t(`channels.causes.${cause.code}.fix`, { ...cause });
}
