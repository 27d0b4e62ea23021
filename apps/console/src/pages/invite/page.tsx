import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useSiteName } from '../../status.ts';
import { useShownError } from '../../ui/feedback/shown-errors.ts';
import { pages } from '../index.ts';
import { storedReferralCode, useStoreReferralCodes } from '../login/stored-referral-codes.ts';

/** The page of an invitation link: the agent's text, and a link to register. */
export function InvitePage() {
  const { t } = useTranslation();
  const site = useSiteName();
  useStoreReferralCodes();
  const { aff = '' } = useSearch({ strict: false }) as { aff?: string };
  const code = aff || storedReferralCode() || '-';
  const { data, error } = useEndpoint(calls.getInvitation, { params: { code } });
  // Without a valid invitation, the page still leads to the registration.
  useShownError(error);
  if (data === undefined && !error)
    return (
      <Stack maw={640} mx="auto" py={48} aria-busy>
        <Skeleton height={36} />
        <Skeleton height={120} />
      </Stack>
    );
  return (
    <Stack maw={640} mx="auto" py={48} px="md" gap="lg">
      <Title order={1}>
        {data?.name ? t('agent.invite.title', { name: data.name, site }) : site}
      </Title>
      {data?.invitation ? (
        // Agents are not administrators: their text is shown as plain text, never as HTML or Markdown.
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.invitation}</Text>
      ) : (
        <Text c="dimmed">{t('agent.invite.default')}</Text>
      )}
      <Group>
        <Button component={Link} to={pages.register.path} size="md">
          {t('agent.invite.register')}
        </Button>
        <Button component={Link} to={pages.login.path} size="md" variant="default">
          {t('agent.invite.login')}
        </Button>
      </Group>
    </Stack>
  );
}
