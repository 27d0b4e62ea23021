import { fillIn } from './fill-in.ts';

/** The paths to all texts of a tree, such as `backup.exists` for `{ backup: { exists: '…' } }`. */
export type TextPath<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${TextPath<Tree[Key]>}`;
}[keyof Tree & string];

/** Returns the text at a path of a tree, with its {{params}} filled in. */
export function pickText<Tree extends object>(
  tree: Tree,
  path: TextPath<Tree>,
  params: Readonly<Record<string, string | number>> = {},
): string {
  let value: unknown = tree;
  for (const key of path.split('.')) value = (value as Record<string, unknown>)[key];
  return fillIn(value as string, params);
}
