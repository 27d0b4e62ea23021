import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { pages } from '../pages/index.ts';
import { clearStoredUser } from './session.ts';

/** Signs out: forgets the user and all data fetched for them, and goes to the login page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    clearStoredUser();
    await navigate({ to: pages.login.path });
    // Only now: a page that is still mounted would refetch everything as a visitor.
    client.clear();
  };
}
