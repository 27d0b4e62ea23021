import { Text } from '@mantine/core';
import type { TestCause } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { causeFix, causeTitle } from './test-cause.ts';
import './channels.css';

/** Why a test failed: cause, likely fix, the upstream's own message, and buttons for the fix. */
export function FaultBox({ cause, children }: { cause: TestCause; children?: ReactNode }) {
  const { t } = useTranslation();
  const raw = [cause.status === 0 ? '' : String(cause.status), cause.excerpt].filter(Boolean);
  return (
    <div className="fault-box" role="status">
      <Text size="sm" fw={600}>
        {causeTitle(cause, t)}
      </Text>
      <Text size="sm">{t('channels.causes.likelyFix', { fix: causeFix(cause, t) })}</Text>
      {raw.length === 0 ? null : (
        <code className="fault-raw" title={raw.join(' · ')}>
          {raw.join(' · ')}
        </code>
      )}
      {children === undefined ? null : <div className="fault-actions">{children}</div>}
    </div>
  );
}
