import { Badge, Group } from '@mantine/core';

const PINK = new Set(['vip', 'pro']);
const BROWN = new Set(['svip', 'premium']);

/** Group names as tags: pink for vip and pro, brown for svip and premium, blue for the others. */
export function GroupTags({ groups }: { groups: string }) {
  const names = groups.split(',').filter((name) => name !== '');
  return (
    <Group gap={4} wrap="nowrap">
      {names.map((name) => (
        <Badge
          key={name}
          variant="light"
          size="sm"
          tt="none"
          fw={500}
          // A badge shrinks to nothing in a table cell unless told not to.
          miw="max-content"
          data-group={name}
          color={PINK.has(name) ? 'pink' : BROWN.has(name) ? 'brown.6' : 'blue'}
        >
          {name}
        </Badge>
      ))}
    </Group>
  );
}
