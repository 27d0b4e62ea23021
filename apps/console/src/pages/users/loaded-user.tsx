import { Skeleton, Stack } from '@mantine/core';
import { refuseEdit, type User } from '@tollgate/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';

export interface LoadedUserProps {
  /** Undefined for the user's own account. */
  id: number | undefined;
  children: (user: User, own: boolean) => ReactNode;
}

/** Fetches a user's current data for a form, or says why the viewer may not change it. */
export function LoadedUser({ id, children }: LoadedUserProps) {
  const { t } = useTranslation();
  const me = useStoredUser() ?? { id: 0, role: 0 };
  const isSelf = id === undefined || id === me.id;
  const self = useEndpoint(calls.getSelf, {}, { enabled: isSelf });
  const other = useEndpoint(calls.getUser, { params: { id: id ?? 0 } }, { enabled: !isSelf });
  const { data, error, isFetching, refetch } = isSelf ? self : other;
  // A form keeps its initial data: a refetch must not change it while the user types.
  const [loaded, setLoaded] = useState<User | undefined>(undefined);
  if (!loaded && data && !isFetching && !error) setLoaded(data);
  if (loaded) {
    const refused =
      loaded.DeletedAt !== null ? 'user_not_found' : isSelf ? undefined : refuseEdit(me, loaded);
    if (refused === undefined) return children(loaded, isSelf);
    return <ErrorState error={new Error(t(`errors.${refused}`))} />;
  }
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <Stack aria-busy>
      {[1, 2, 3, 4].map((field) => (
        <Skeleton key={field} height={56} />
      ))}
    </Stack>
  );
}
