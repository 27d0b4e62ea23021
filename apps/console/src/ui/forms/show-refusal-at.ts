import type { UseFormReturnType } from '@mantine/form';
import type { ConsoleErrorCode } from '@tollgate/contract';
import { ApiError } from '../../api/call-endpoint.ts';
import { toastError } from '../feedback/toasts.tsx';

/**
 * Returns a handler that shows a refusal at the field of the form that `fields` names for its code or that the
 * server names itself, if the form shows it, and any other error as a toast. The form focuses the field.
 */
export function showRefusalAt<Values>(
  form: Pick<UseFormReturnType<Values>, 'setFieldError' | 'getInputNode'>,
  fields: Readonly<Partial<Record<ConsoleErrorCode, keyof Values & string>>>,
): (error: unknown) => void {
  return (error) => {
    const code = error instanceof ApiError ? error.code : undefined;
    const field = fields[code as ConsoleErrorCode] ?? shownField(form, error);
    if (field === undefined) toastError(error);
    else form.setFieldError(field, (error as ApiError).message);
  };
}

/** Returns the field that a refusal names, unless the form calls it otherwise or has folded it away. */
function shownField<Values>(
  form: Pick<UseFormReturnType<Values>, 'getInputNode'>,
  error: unknown,
): string | undefined {
  const field = error instanceof ApiError ? error.field : undefined;
  if (field === undefined || !/^[\w.]+$/.test(field)) return undefined;
  const input = form.getInputNode(field);
  return input?.checkVisibility() === true ? field : undefined;
}
