import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const LINKS = [
  { to: '/', label: 'pricing.links.home' },
  { to: '/detail', label: 'pricing.links.console' },
  { to: '/pricing', label: 'pricing.links.pricing' },
] as const;

/** Where visitors go from the price list. */
export function PageLinks({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <Group component="nav" aria-label={label} gap="lg">
      {LINKS.map(({ to, label: name }) => (
        <Anchor
          key={to}
          component={Link}
          to={to}
          size="sm"
          py={4}
          {...(to === '/pricing' ? { 'aria-current': 'page' as const } : {})}
        >
          {t(name)}
        </Anchor>
      ))}
    </Group>
  );
}
