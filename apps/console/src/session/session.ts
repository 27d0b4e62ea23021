import { ROLE_ADMIN, ROLE_ROOT, type User } from '@tollgate/contract';
import { useSyncExternalStore } from 'react';
import { keepItem } from '../keep-item.ts';
import type { Viewer } from './access.ts';

/** Stored in the browser for a signed-in user: the user and the session credential. */
export type StoredUser = User & { token: string; default_credentials?: boolean };

const KEY = 'user';
/** The ID of the stored user whose session ended without them logging out. */
const EXPIRED = 'session-expired';
const listeners = new Set<() => void>();
let cachedText: string | null = null;
let cached: StoredUser | undefined;
let kept: StoredUser | undefined;

/**
 * Has this tab go on showing a user whose session ended, whatever is stored, until they have logged in again;
 * undefined ends this.
 */
export function keepSession(user: StoredUser | undefined): void {
  kept = user;
  for (const listener of listeners) listener();
}

/** Returns the stored user, or undefined. Invalid data counts as signed out. */
export function readStoredUser(): StoredUser | undefined {
  if (kept) return kept;
  const text = localStorage.getItem(KEY);
  if (text === cachedText) return cached;
  cachedText = text;
  try {
    cached = text === null ? undefined : (JSON.parse(text) as StoredUser);
  } catch {
    cached = undefined;
  }
  return cached;
}

export function storeUser(user: StoredUser): void {
  localStorage.removeItem(EXPIRED);
  localStorage.setItem(KEY, JSON.stringify(user));
  for (const listener of listeners) listener();
}

/** Updates the stored names, which the frame displays. */
export function renameStoredUser(names: {
  username?: string | undefined;
  display_name?: string | undefined;
}): void {
  const stored = readStoredUser();
  if (!stored) return;
  const { username = stored.username, display_name: displayName = stored.display_name } = names;
  storeUser({ ...stored, username, display_name: displayName });
}

export function clearStoredUser(): void {
  localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Clears the stored user because their session ended, which other tabs tell from a logout. */
export function expireStoredUser(): void {
  const user = readStoredUser();
  if (user) keepItem(EXPIRED, String(user.id));
  clearStoredUser();
}

export const isExpired = (userId: number): boolean =>
  localStorage.getItem(EXPIRED) === String(userId);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the stored user; re-renders when it changes, in other tabs too. */
export function useStoredUser(): StoredUser | undefined {
  return useSyncExternalStore(subscribe, readStoredUser);
}

export function isAdmin(user: StoredUser | undefined): boolean {
  return user !== undefined && user.role >= ROLE_ADMIN;
}

/** Returns whether nobody, a user or an administrator is signed in. */
export function viewerOf(user: StoredUser | undefined): Viewer {
  if (user === undefined) return 'visitor';
  if (user.role >= ROLE_ROOT) return 'root';
  return isAdmin(user) ? 'admin' : 'user';
}
