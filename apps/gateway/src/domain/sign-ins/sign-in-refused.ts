import type { ErrorCode } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';

/**
 * A sign-in that a known account refused. Whose it is goes into that account's history and never into
 * the answer: whoever tries must not learn that there is such an account.
 */
export class SignInRefused extends AppError {
  readonly userId: number;

  constructor(userId: number, code: ErrorCode, cause?: unknown) {
    super(code, {}, { cause });
    this.userId = userId;
  }
}
