import { Alert, Stack, Text } from '@mantine/core';
import type { LogEntry, Payload } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { TimeText } from '../../../ui/display/time-text.tsx';
import { BodyView } from './body-view.tsx';
import { readRequestMessages, readResponseText } from './read-messages.ts';
import { ReplayPanel } from './replay-panel.tsx';
import './payload.css';

/** Request and response of a call, and a replay on another channel. */
export function PayloadView({ payload, row }: { payload: Payload; row: LogEntry }) {
  const { t } = useTranslation();
  const { request, response, headers, faults } = payload;
  return (
    <Stack gap="md">
      <DescriptionList>
        <DescriptionItem name={t('logs.payload.expires')}>
          <TimeText seconds={payload.expires_at} />
        </DescriptionItem>
        {Object.entries(headers).map(([name, value]) => (
          <DescriptionItem key={name} name={name}>
            <span className="mono">{value}</span>
          </DescriptionItem>
        ))}
      </DescriptionList>
      {faults.length > 0 ? (
        <Alert color="red" variant="light" title={t('logs.payload.faults')}>
          {faults.map(({ channel, name, status, said }, index) => (
            <Text key={index} size="sm" className="payload-words">
              {`#${channel} ${name} ${status || ''}: ${said}`}
            </Text>
          ))}
        </Alert>
      ) : null}
      {request ? (
        <BodyView
          title={t('logs.payload.request')}
          body={request}
          messages={readRequestMessages(request.text)}
          fileName={`${payload.id}-request.${extensionOf(request.type)}`}
        />
      ) : (
        <Text c="dimmed">{t('logs.payload.noRequest')}</Text>
      )}
      {response ? (
        <BodyView
          title={`${t('logs.payload.response')} ${response.status}`}
          body={response}
          messages={responseMessages(response.text)}
          fileName={`${payload.id}-response.${extensionOf(response.type)}`}
        />
      ) : null}
      {response?.ended ? null : <Text c="dimmed">{t('logs.payload.notEnded')}</Text>}
      <ReplayPanel payload={payload} row={row} />
    </Stack>
  );
}

function responseMessages(text: string) {
  const content = readResponseText(text);
  return content === '' ? [] : [{ role: 'assistant', text: content }];
}

const extensionOf = (type: string) => (type.endsWith('json') || type === '' ? 'json' : 'txt');
