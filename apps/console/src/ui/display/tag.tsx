import type { ComponentPropsWithRef } from 'react';
import './tag.css';

export interface TagProps extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  /** A colour of the theme; grey, with dimmed text, if absent. */
  color?: string;
}

/** A word on a tint of its colour. A plain element: lists have hundreds of them. */
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
