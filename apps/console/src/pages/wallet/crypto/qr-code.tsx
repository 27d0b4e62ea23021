import { Box, Center } from '@mantine/core';
import { renderSVG } from 'uqr';

/** A code that phones read: the picture of the provider where there is one, else drawn from the text. */
export function QrCode({ text, picture, label }: { text: string; picture: string; label: string }) {
  const source = picture.startsWith('data:image/')
    ? picture
    : `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return (
    <Center>
      {/* Readers want dark on light, in the dark theme too. */}
      <Box bg="white" p={8} bdrs="md">
        <img src={source} alt={label} width={176} height={176} style={{ display: 'block' }} />
      </Box>
    </Center>
  );
}
