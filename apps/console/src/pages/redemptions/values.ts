import {
  type Redemption,
  REDEMPTION_QUOTA_DEFAULT,
  redemptionCount,
  redemptionName,
  redemptionQuota,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { changedFields } from '../../ui/forms/changed-fields.ts';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { parseWholeNumber } from '../../ui/format/parse-whole-number.ts';

/** The values of the form for codes. */
export interface RedemptionValues {
  name: string;
  quota: number | string;
  count: number | string;
  /** Identifies this form for idempotency: resent after a lost response, it creates no further codes. */
  form: string;
}

/** Returns the form values of a code, or of new ones. */
export function initialValues(redemption: Redemption | undefined): RedemptionValues {
  return {
    name: redemption?.name ?? '',
    quota: redemption?.quota ?? REDEMPTION_QUOTA_DEFAULT,
    count: 1,
    form: createIdempotencyKey(),
  };
}

const number = (typed: number | string) => parseWholeNumber(typed, 0);

/** Validates the form; only new codes may have no name. */
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

/** Returns the body that creates codes; without a name the server chooses one. */
export function toBatch(values: RedemptionValues) {
  const name = values.name.trim();
  const quota = number(values.quota) ?? 0;
  const count = number(values.count) ?? 0;
  return {
    ...(name === '' ? {} : { name }),
    quota,
    count,
    // A form changed after a failed attempt is another request.
    idempotency_key: `${values.form}_${quota}_${count}`,
  };
}

/** Returns what an edit changes of a code. */
export function toChanges(before: RedemptionValues, after: RedemptionValues) {
  return changedFields(toFields(before), toFields(after));
}

const toFields = ({ name, quota }: RedemptionValues) => ({
  name: name.trim(),
  quota: number(quota) ?? 0,
});
