import type { User } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { FIRST_SIGN_INS, SignInsTable } from '../../settings/personal/sign-ins-table.tsx';

/** Sign-ins to a user's account, including failed attempts. */
export function UserSignIns({ user }: { user: User }) {
  const [page, setPage] = useState({ ...FIRST_SIGN_INS, page_size: 10 });
  const params = { id: user.id };
  const list = useEndpoint(calls.listSignInsOfUser, { params, query: page });
  return <SignInsTable list={list} page={page} setPage={setPage} />;
}
