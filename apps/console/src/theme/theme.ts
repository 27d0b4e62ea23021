import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import i18next from 'i18next';

/** Tollgate's green: the light at the open gate. */
const gate: MantineColorsTuple = [
  '#e6f7f3',
  '#cfeee6',
  '#9fdccd',
  '#6ccab3',
  '#45ba9d',
  '#2bb08f',
  '#17a583',
  '#0b8f71',
  '#0b6e5f',
  '#06584b',
];
/** A cool gray for text, lines and surfaces. */
const slate: MantineColorsTuple = [
  '#f6f8f9',
  '#eef1f4',
  '#e3e8ed',
  '#c5cdd6',
  '#97a3b1',
  '#667383',
  '#4f5b6a',
  '#384452',
  '#232d39',
  '#141b23',
];
/** For group tags; Mantine has no brown. */
const brown: MantineColorsTuple = [
  '#f8f2ec',
  '#ede0d4',
  '#dcc0a6',
  '#caa07a',
  '#bb8557',
  '#a9713f',
  '#956134',
  '#7d502a',
  '#6a4321',
  '#523318',
];
/** Dark surfaces, from text (0) to the deepest background (9). */
const dark: MantineColorsTuple = [
  '#dce3ea',
  '#b3bfcc',
  '#93a1b1',
  '#6c7a8a',
  '#3a4653',
  '#2b3540',
  '#202932',
  '#161d24',
  '#11171d',
  '#0b1015',
];

/** The console's visual identity in one place: colors, typography, density. */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'gate',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { gate, slate, brown, dark },
  fontFamily:
    '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  // Chinese in the system's sans-serif: Chinese monospace fonts squeeze Latin letters.
  fontFamilyMonospace:
    '"JetBrains Mono Variable", "JetBrains Mono Fallback", ui-monospace, "SF Mono", Menlo, Consolas, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  // A phone is at most 768 px wide.
  breakpoints: { xs: '36em', sm: '48.0625em', md: '62em', lg: '75em', xl: '88em' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Option lists scroll natively (theme.css), which screen readers support.
    ...Object.fromEntries(
      ['Select', 'MultiSelect', 'TagsInput', 'Autocomplete'].map((name) => [
        name,
        { defaultProps: { withScrollArea: false } },
      ]),
    ),
    // Mantine scrolls to the chosen option, maybe before the list is placed: fixed, it can’t scroll the page.
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    // Otherwise a badge would shrink to nothing in a table cell.
    Badge: { defaultProps: { miw: 'max-content' } },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'slate', size: 30 } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: false,
        events: { hover: true, focus: true, touch: true },
      },
    },
    // Labels above, hints below, errors under the hint.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    // Focuses the first entry rather than an empty placeholder before it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } } },
    // Evaluated for every field, as the language may have changed.
    PasswordInput: {
      defaultProps: () => ({
        visibilityToggleButtonProps: { 'aria-label': i18next.t('ui.togglePassword'), tabIndex: 0 },
      }),
    },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: 12 } },
    // Its styles only support native scrolling.
    TableScrollContainer: { defaultProps: { type: 'native' } },
  },
});

/**
 * Variables of Mantine and older ones of ours that are mapped to the tokens (tokens.css), in both themes
 * alike.
 */
const fromTokens = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-red-light': 'var(--bad-tint)',
  '--mantine-color-yellow-light': 'var(--warn-tint)',
  '--mantine-color-yellow-light-color': 'var(--warn)',
  '--surface-shade': 'var(--bg-sunken)',
  '--surface-line': 'var(--line)',
  '--surface-new': 'var(--brand-tint-2)',
  '--status-good': 'var(--good)',
  '--status-info': 'var(--info)',
  '--status-warn': 'var(--warn)',
  '--status-bad': 'var(--bad)',
  '--status-off': 'var(--off)',
};

/** Contrast fixes for Mantine, and the tokens under the names that it uses. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...fromTokens, '--mantine-color-placeholder': '#667383' },
  dark: { ...fromTokens, '--mantine-color-placeholder': '#93a1b1' },
});
