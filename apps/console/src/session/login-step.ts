import type { LoginStep } from '@tollgate/contract';

const KEY = 'login_step';

/** Stores the pending second factor of a login, for the login page of this tab. */
export function keepLoginStep(step: LoginStep): void {
  sessionStorage.setItem(KEY, JSON.stringify(step));
}

/** Returns and removes the pending second factor of this tab's login. */
export function takeLoginStep(): LoginStep | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return text === null ? undefined : (JSON.parse(text) as LoginStep);
  } catch {
    return undefined;
  }
}
