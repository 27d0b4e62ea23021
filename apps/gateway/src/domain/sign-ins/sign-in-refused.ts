import type { ErrorCode } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';

/**
 * A refused sign-in to a known account. The account goes into its own history, never into the response:
 * whoever tries must not learn that it exists.
 */
export class SignInRefused extends AppError {
  readonly userId: number;

  constructor(userId: number, code: ErrorCode, cause?: unknown) {
    super(code, {}, { cause });
    this.userId = userId;
  }
}
