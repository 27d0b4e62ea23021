import {
  type Redemption,
  REDEMPTION_QUOTA_DEFAULT,
  redemptionCount,
  redemptionName,
  redemptionQuota,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { parseWholeNumber } from '../../ui/format/parse-whole-number.ts';

/** What the form of codes holds. */
export interface RedemptionValues {
  name: string;
  quota: number | string;
  count: number | string;
  /** Tells this form from all others: sent again after an answer that got lost, it makes no more codes. */
  form: string;
}

/** The form of a code, or of new ones. */
export function initialValues(redemption: Redemption | undefined): RedemptionValues {
  return {
    name: redemption?.name ?? '',
    quota: redemption?.quota ?? REDEMPTION_QUOTA_DEFAULT,
    count: 1,
    form: createIdempotencyKey(),
  };
}

const number = (typed: number | string) => parseWholeNumber(typed, 0);

/** What is wrong with the form; only new codes may go without a name. */
export function validateRedemption(
  values: RedemptionValues,
  { t, isNew }: { t: TFunction; isNew: boolean },
): Partial<Record<keyof RedemptionValues, string>> {
  const problem = (field: z.ZodType, value: unknown) => {
    const code = field.safeParse(value).error?.issues[0]?.message;
    return code === undefined ? undefined : t(`errors.${code}`);
  };
  const mayLackName = isNew && values.name.trim() === '';
  const problems = {
    name: mayLackName ? undefined : problem(redemptionName, values.name),
    quota: problem(redemptionQuota, number(values.quota)),
    count: isNew ? problem(redemptionCount, number(values.count)) : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter((entry) => entry[1] !== undefined));
}

/** What is sent to make codes; without a name the server finds one. */
export function toBatch(values: RedemptionValues) {
  const name = values.name.trim();
  const quota = number(values.quota) ?? 0;
  const count = number(values.count) ?? 0;
  return {
    ...(name === '' ? {} : { name }),
    quota,
    count,
    // What was changed after an attempt that failed is another request.
    idempotency_key: `${values.form}_${quota}_${count}`,
  };
}

/** What is sent to edit a code. */
export function toEdit({ id }: Redemption, values: RedemptionValues) {
  return { id, name: values.name.trim(), quota: number(values.quota) ?? 0 };
}
