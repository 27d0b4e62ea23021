import type { LoginStep } from '@tollgate/contract';

const KEY = 'login_step';

/** Keeps what a login still needs, for the login page of this tab. */
export function keepLoginStep(step: LoginStep): void {
  sessionStorage.setItem(KEY, JSON.stringify(step));
}

/** What a login of this tab still needs; forgotten by being read. */
export function takeLoginStep(): LoginStep | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return text === null ? undefined : (JSON.parse(text) as LoginStep);
  } catch {
    return undefined;
  }
}
