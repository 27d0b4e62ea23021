import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { CONSOLE_PATH, pages } from '../index.ts';

/** Links for visitors next to the price list. */
export function PageLinks({ label }: { label: string }) {
  const { t } = useTranslation();
  const links = [
    { to: pages.home.path, name: t('pricing.links.home') },
    { to: CONSOLE_PATH, name: t('pricing.links.console') },
    { to: pages.pricing.path, name: t('pricing.links.pricing') },
  ];
  return (
    <Group component="nav" aria-label={label} gap="xs" className="page-links">
      {links.map(({ to, name }) => (
        <Anchor
          key={to}
          component={Link}
          to={to}
          className="touch-target"
          size="sm"
          c="dimmed"
          py={4}
          {...(to === pages.pricing.path ? { 'aria-current': 'page' as const } : {})}
        >
          {name}
        </Anchor>
      ))}
    </Group>
  );
}
