import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { renderSVG } from 'uqr';

/** A QR code: the provider’s image if there is one and it loads, otherwise generated from the text. */
export function QrCode({ text, image, label }: { text: string; image: string; label: string }) {
  const [isBroken, setBroken] = useState(false);
  const source =
    image.startsWith('data:image/') && !isBroken
      ? image
      : `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return (
    <Group justify="center">
      {/* QR readers need dark on light, even in the dark theme. */}
      <Box bg="white" p={8} bdrs="md">
        <img
          src={source}
          alt={label}
          width={176}
          height={176}
          style={{ display: 'block' }}
          onError={() => setBroken(true)}
        />
      </Box>
    </Group>
  );
}
