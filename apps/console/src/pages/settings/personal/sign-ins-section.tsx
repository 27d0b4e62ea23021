import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { FIRST_SIGN_INS, SignInsTable } from './sign-ins-table.tsx';

/** Sign-ins to the user's account, including failed attempts. */
export function SignInsSection() {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_SIGN_INS);
  const list = useEndpoint(calls.listOwnSignIns, { query: page });
  return (
    <Section title={t('personal.signIns.title')} note={t('personal.signIns.note')}>
      <SignInsTable list={list} page={page} setPage={setPage} />
    </Section>
  );
}
