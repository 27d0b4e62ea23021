import type { UseFormReturnType } from '@mantine/form';
import type { ConsoleErrorCode } from '@tollgate/contract';
import { ApiError } from '../../api/call-endpoint.ts';
import { toastError } from '../feedback/toasts.tsx';

/**
 * Returns a handler that shows a refusal at the field of the form that `fields` names for its code, and any
 * other error as a toast. The form focuses the field.
 */
export function showRefusalAt<Values>(
  form: Pick<UseFormReturnType<Values>, 'setFieldError'>,
  fields: Readonly<Partial<Record<ConsoleErrorCode, keyof Values & string>>>,
): (error: unknown) => void {
  return (error) => {
    const code = error instanceof ApiError ? error.code : undefined;
    const field = fields[code as ConsoleErrorCode];
    if (field === undefined) toastError(error);
    else form.setFieldError(field, (error as ApiError).message);
  };
}
