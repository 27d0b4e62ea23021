import {
  ActionIcon,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../texts.tsx';
import { switchLanguage } from './switch-language.ts';
import { tip } from '../ui/feedback/tip.ts';
import { openSearch } from './open-palette.ts';

/** Looks like the input that it opens (the command palette), on wide screens. */
export function SearchField() {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className="search-field"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
    >
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span>{t('shell.search.field')}</span>
      <kbd aria-hidden>
        {t(
          /Mac|iPhone|iPad/.test(navigator.userAgent)
            ? 'shell.search.macKeys'
            : 'shell.search.keys',
        )}
      </kbd>
    </UnstyledButton>
  );
}

/** Opens the command palette. */
export function SearchButton() {
  const { t } = useTranslation();
  return (
    <ActionIcon
      className="search-icon"
      {...tip(t('shell.search.tooltip'))}
      aria-label={t('shell.search.open')}
      onClick={openSearch}
    >
      <IconSearch size={18} stroke={1.6} />
    </ActionIcon>
  );
}

/** Toggles between Chinese and English. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <ActionIcon
      {...tip(t('shell.language'))}
      aria-label={`${t('shell.languageShort')} ${t('shell.language')}`}
      fw={600}
      onClick={() => void switchLanguage(i18n.language === 'en' ? 'zh' : 'en')}
    >
      <Text component="span" size="sm" fw={600}>
        {t('shell.languageShort')}
      </Text>
    </ActionIcon>
  );
}

/** Toggles between light and dark. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark');
  return (
    <ActionIcon
      {...tip(label)}
      aria-label={label}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </ActionIcon>
  );
}
