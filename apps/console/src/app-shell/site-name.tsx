import { Group, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pages } from '../pages/index.ts';
import { useSiteName, useStatus } from '../status.ts';
import { LogoMark } from '../ui/display/logo-mark.tsx';
import { isHttpUrl } from '../ui/format/is-http-url.ts';

/** The logo and name of the site, linking home. */
export function SiteName({ onlyLogoBelow }: { onlyLogoBelow?: 'xs' | undefined }) {
  const site = useSiteName();
  const logo = useStatus().data?.logo ?? '';
  return (
    <UnstyledButton
      component={Link}
      to={pages.home.path}
      aria-label={site}
      className="touch-target"
      style={{ borderRadius: 6 }}
    >
      <Group gap={9} wrap="nowrap">
        {isHttpUrl(logo) ? <img src={logo} alt="" width={24} height={24} /> : <LogoMark />}
        <Text fw={600} truncate {...(onlyLogoBelow ? { visibleFrom: onlyLogoBelow } : {})}>
          {site}
        </Text>
      </Group>
    </UnstyledButton>
  );
}
