/** The logo: two posts and the raised bar of a gate. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--mantine-color-gate-8)" />
      <path
        d="M6.5 18.5v-12M17.5 18.5v-5M6.5 11 17 6.8"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
