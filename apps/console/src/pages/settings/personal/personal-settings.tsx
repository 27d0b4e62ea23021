import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { useTranslation } from '../../../texts.tsx';
import { useIsMobile } from '../../../ui/hooks/use-is-mobile.ts';
import { AccountSection } from './account-section.tsx';
import { BindingsSection } from './bindings-section.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { isPersonalSection, PERSONAL_SECTIONS, type PersonalSection } from './personal-sections.ts';
import { SectionLink } from '../section-link.tsx';
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

/** The personal settings: all sections next to a list of them, or on a phone the named one. */
export function PersonalSettings({ section }: { section: string }) {
  const narrow = useIsMobile();
  const { data: user, error, refetch } = useEndpoint(calls.getSelf);
  if (error && !user) return <ErrorState error={error} retry={() => void refetch()} />;
  if (narrow && user && isPersonalSection(section)) {
    const Part = SECTIONS[section];
    return <Part user={user} />;
  }
  const sections = (
    <Stack gap={36} maw={860} aria-busy={!user}>
      {user
        ? PERSONAL_SECTIONS.map((name) => {
            const Part = SECTIONS[name];
            return (
              <div key={name} id={idOf(name)}>
                <Part user={user} />
              </div>
            );
          })
        : PERSONAL_SECTIONS.map((name) => <Skeleton key={name} height={160} />)}
    </Stack>
  );
  if (narrow) return sections;
  return (
    <div className="setting-columns">
      <SectionList section={section} ready={user !== undefined} />
      {sections}
    </div>
  );
}

const idOf = (section: PersonalSection) => `personal-${section}`;
const scrollTo = (section: PersonalSection) =>
  document.getElementById(idOf(section))?.scrollIntoView();

/** Scrolls to a section, marks the one that is being read. */
function SectionList({ section, ready }: { section: string; ready: boolean }) {
  const { t } = useTranslation();
  const linked = isPersonalSection(section) ? section : undefined;
  const [first] = useState(linked);
  useEffect(() => {
    if (ready && first) scrollTo(first);
  }, [ready, first]);
  const read = useReadSection(linked);
  return (
    <nav aria-label={t('setting.tabs.personal')}>
      {PERSONAL_SECTIONS.map((name) => (
        <SectionLink
          key={name}
          tab="personal"
          section={name}
          label={t(`personal.sections.${name}`)}
          current={name === read}
          scroll={() => scrollTo(name)}
        />
      ))}
    </nav>
  );
}

/** The section in the upper part of the window; at the end of the page, where none may get there, the linked one. */
function useReadSection(linked: PersonalSection | undefined): PersonalSection {
  const [read, setRead] = useState<PersonalSection>(linked ?? 'account');
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement;
      if (linked && window.scrollY + window.innerHeight >= scrollHeight - 2) return setRead(linked);
      const passed = PERSONAL_SECTIONS.filter((name) => {
        const top = document.getElementById(idOf(name))?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setRead(passed.at(-1) ?? 'account');
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [linked]);
  return read;
}
