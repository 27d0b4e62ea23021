import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { pages } from '../pages/index.ts';
import { clearStoredUser } from './session.ts';

/** Forgets who is signed in and all that was read for them, and goes to the login page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    clearStoredUser();
    client.clear();
    await navigate({ to: pages.login.path });
  };
}
