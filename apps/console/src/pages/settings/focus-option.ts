/** Puts the focus on the field of an option, once what was just drawn is there, so that its error is read out with it. */
export function focusOption(key: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`)?.focus(),
  );
}
