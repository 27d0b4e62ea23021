import {
  displayNameField,
  passwordField,
  QUOTA_INPUT_MAX,
  type User,
  usernameField,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { parseWholeNumber } from '../../ui/format/parse-whole-number.ts';
import { validationMessage } from '../../ui/forms/validation-message.ts';

/** A change of a balance as entered: difference and reason. */
export interface QuotaValues {
  change: number | string;
  reason: string;
  /** Identifies this form for idempotency. */
  form: string;
}

/** Returns the values of no change. */
export function noChange(): QuotaValues {
  return { change: '', reason: '', form: createIdempotencyKey() };
}

/** The values of a new user's form. */
export interface NewUserValues extends NamedUserValues {
  /** A `Role` as text, as the segmented control needs it. */
  role: string;
}

interface NamedUserValues {
  username: string;
  displayName: string;
  password: string;
}

/** The values of a user's form. */
export interface UserValues extends NamedUserValues, QuotaValues {
  groups: string[];
}

export type Problems = Record<string, string | boolean>;

/** Returns a user's form values; the password is never known. */
export function initialValues(user: User): UserValues {
  return {
    username: user.username,
    displayName: user.display_name,
    password: '',
    groups: user.group.split(',').filter((name) => name !== ''),
    ...noChange(),
  };
}

/** Parses an integer, possibly negative; undefined if invalid, 0 if empty. */
export function readChange({ change }: Pick<QuotaValues, 'change'>): number | undefined {
  return change === '' ? 0 : parseWholeNumber(change, -QUOTA_INPUT_MAX);
}

/** Validates a change of a balance; no change is valid unless one is `required`. */
export function checkQuota(
  before: number,
  values: QuotaValues,
  { t, required }: { t: TFunction; required: boolean },
): Problems {
  const change = readChange(values);
  if (change === undefined || (required && change === 0))
    return { change: t('users.quota.changeRequired') };
  if (change === 0) return {};
  if (before + change < 0) return { change: t('users.quota.belowZero') };
  if (before + change > QUOTA_INPUT_MAX) return { change: t('users.quota.tooHigh') };
  return values.reason.trim() === '' ? { reason: t('users.quota.reasonRequired') } : {};
}

/** Returns the fields of a balance change: the server only applies the difference. */
export function quotaFields(before: number, values: QuotaValues) {
  const change = readChange(values) ?? 0;
  if (change === 0) return {};
  return {
    quota: before + change,
    quota_before: before,
    reason: values.reason.trim(),
    // Resent after a lost response, it is applied once.
    idempotency_key: `${values.form}_${change}`,
  };
}

/** Validates a new user. If both name and password are missing, there is one message for both. */
export function checkNewUser(values: NamedUserValues, t: TFunction): Problems {
  const noName = values.username.trim() === '';
  const noPassword = values.password === '';
  if (noName || noPassword) {
    const text = t('errors.user_fields_required');
    return {
      ...(noName ? { username: text } : {}),
      ...(noPassword ? { password: noName || text } : {}),
    };
  }
  return filled({
    username: validationMessage(usernameField, values.username, t),
    displayName: validationMessage(displayNameField, values.displayName, t),
    password: validationMessage(passwordField, values.password, t),
  });
}

/** Validates a user's form; an unchanged username and an empty password are not checked. */
export function checkUser(user: User, values: UserValues, t: TFunction): Problems {
  const changes = userChanges(user, values);
  return {
    ...filled({
      username:
        changes.username === undefined
          ? undefined
          : validationMessage(usernameField, values.username, t),
      displayName: validationMessage(displayNameField, values.displayName, t),
      password:
        values.password === '' ? undefined : validationMessage(passwordField, values.password, t),
      groups: values.groups.length === 0 ? t('users.form.groupsRequired') : undefined,
    }),
    ...checkQuota(user.quota, values, { t, required: false }),
  };
}

/** Returns the changed fields of a user, to be sent. */
export function userChanges(user: User, values: UserValues) {
  const group = values.groups.join(',');
  const display = values.displayName.trim();
  return {
    ...(values.username.trim() === user.username ? {} : { username: values.username.trim() }),
    ...(display === user.display_name ? {} : { display_name: display }),
    ...(values.password === '' ? {} : { password: values.password }),
    ...(group === user.group ? {} : { group }),
    ...quotaFields(user.quota, values),
  };
}

function filled(problems: Record<string, string | undefined>): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
