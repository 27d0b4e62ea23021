import { Skeleton, Stack } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { useIsMobile } from '../../../ui/hooks/use-is-mobile.ts';
import { AccountSection } from './account-section.tsx';
import { BindingsSection } from './bindings-section.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { isPersonalSection, PERSONAL_SECTIONS, type PersonalSection } from './personal-sections.ts';
import { SecuritySection } from './security-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const SECTIONS = {
  account: AccountSection,
  invitation: InvitationSection,
  security: SecuritySection,
  sessions: SessionsSection,
  signIns: SignInsSection,
  bindings: BindingsSection,
} as const satisfies Record<PersonalSection, unknown>;

/** The personal settings: all sections, or on a phone the named one. */
export function PersonalSettings({ section }: { section: string }) {
  const narrow = useIsMobile();
  const { data: user, error, refetch } = useEndpoint(calls.getSelf);
  if (!user)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Stack maw={860} aria-busy>
        {[1, 2, 3, 4, 5].map((part) => (
          <Skeleton key={part} height={96} />
        ))}
      </Stack>
    );
  return (
    <Stack gap={36} maw={860}>
      {PERSONAL_SECTIONS.filter(
        (name) => !narrow || !isPersonalSection(section) || name === section,
      ).map((name) => {
        const Part = SECTIONS[name];
        return <Part key={name} user={user} />;
      })}
    </Stack>
  );
}
