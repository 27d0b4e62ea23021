import { Badge, Group } from '@mantine/core';
import { groupColor } from './group-color.ts';

/** Group names as tags. */
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
          data-group={name}
          color={groupColor(name)}
        >
          {name}
        </Badge>
      ))}
    </Group>
  );
}
