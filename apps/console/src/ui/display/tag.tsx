import type { ComponentPropsWithRef } from 'react';
import './tag.css';

export interface TagProps extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  /** A color of the theme; if absent, gray with dimmed text. */
  color?: string;
}

/** A word on a tint of its color. A plain element, as lists have hundreds. */
export function Tag({ color, style, ...rest }: TagProps) {
  const tint =
    color === undefined
      ? {}
      : {
          background: `var(--mantine-color-${color}-light)`,
          color: `var(--mantine-color-${color}-light-color)`,
        };
  return <span {...rest} className="tag" style={{ ...tint, ...style }} />;
}
