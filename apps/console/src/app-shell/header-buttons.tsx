import {
  ActionIcon,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../texts.tsx';
import { setLanguage } from '../language.ts';
import { openPalette } from './open-palette.ts';

/** Opens the command palette. */
export function SearchButton() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.search.tooltip')}>
      <ActionIcon aria-label={t('shell.search.open')} onClick={openPalette}>
        <IconSearch size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Chinese and English in turn. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <Tooltip label={t('shell.language')}>
      <ActionIcon
        aria-label={`${t('shell.languageShort')} ${t('shell.language')}`}
        fw={600}
        onClick={() => void setLanguage(i18n.language === 'en' ? 'zh' : 'en')}
      >
        <Text component="span" size="sm" fw={600}>
          {t('shell.languageShort')}
        </Text>
      </ActionIcon>
    </Tooltip>
  );
}

/** Light and dark in turn. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark');
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
