import { Button, Stack, Text } from '@mantine/core';

/** The names of the examples of each kind of media. */
export const MEDIA_STARTERS = ['first', 'second', 'third'] as const;

/** An empty mode: what it is for, and examples to begin with. */
export function Starters({
  text,
  examples = [],
  choose,
}: {
  text: string;
  examples?: readonly string[];
  choose: (example: string) => void;
}) {
  return (
    <Stack align="center" gap="xs" mt="xl">
      <Text c="dimmed" ta="center">
        {text}
      </Text>
      {examples.map((example) => (
        <Button
          key={example}
          className="wrapping"
          variant="default"
          size="xs"
          maw="100%"
          onClick={() => choose(example)}
        >
          {example}
        </Button>
      ))}
    </Stack>
  );
}
