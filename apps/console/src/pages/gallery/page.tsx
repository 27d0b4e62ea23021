import { Button, Group, Stack, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastSuccess, toastError, toastUndo } from '../../ui/feedback/toasts.tsx';
import { confirm, confirmTyped } from '../../ui/feedback/confirm.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { InlineNumber } from '../../ui/forms/inline-number.tsx';
import { JsonEditor, jsonErrorMessage } from '../../ui/forms/json-editor.tsx';
import { KeyReveal } from '../../ui/content/key-reveal.tsx';
import { Money } from '../../ui/display/money.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { stepsUpTo } from '../../ui/tables/page-numbers.ts';
import { Pager } from '../../ui/tables/pager.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import {
  SAMPLE_GROUPS,
  SAMPLE_ID,
  SAMPLE_JSON,
  SAMPLE_KEY,
  SAMPLE_QUOTA,
  SAMPLE_TIME,
  SAMPLE_TONES,
} from './samples.ts';
import { TableStates } from './table-states.tsx';

const nothing = () => undefined;

/** Every shared component in its states, for development and for the axe tests. */
export function GalleryPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('shell.pages.gallery')} />
      <Stack gap="xl">
        <Piece name={StatusTag.name}>
          {SAMPLE_TONES.map(({ tone, icon }) => (
            <StatusTag key={tone} tone={tone} icon={icon} label={tone} />
          ))}
        </Piece>
        <Piece name={Money.name}>
          <Money quota={SAMPLE_QUOTA} />
          <Money quota={1} />
          <Money quota={1} exact />
          <TimeText seconds={SAMPLE_TIME} />
        </Piece>
        <Piece name={GroupTags.name}>
          <GroupTags groups={SAMPLE_GROUPS} />
          <CopyText text={SAMPLE_ID} />
        </Piece>
        <Piece name={IconButton.name}>
          <IconButton label={t('ui.refresh')} icon={IconFlask} run={nothing} />
          <IconButton label={t('ui.retry')} icon={IconFlask} run={nothing} disabled />
          <RowMenu
            label={SAMPLE_ID}
            actions={[
              { label: t('ui.copy'), icon: IconFlask, run: nothing },
              { label: t('ui.undo'), icon: IconFlask, run: nothing, disabled: true },
              { label: t('ui.cancel'), icon: IconFlask, run: nothing, danger: true },
            ]}
          />
          <InlineNumber of={1} label={InlineNumber.name} value={5} minimum={0} apply={nothing} />
        </Piece>
        <Piece name={FilterInput.name}>
          <FilterInput icon label={FilterInput.name} value="" apply={nothing} />
          <FilterInput label={FilterInput.name} value={SAMPLE_ID} apply={nothing} />
          <JsonEditor
            label={JsonEditor.name}
            defaultValue={SAMPLE_JSON}
            error={jsonErrorMessage(SAMPLE_JSON, t)}
          />
        </Piece>
        <Piece name={Pager.name}>
          <Pager page={5} pageSize={10} total={195} pageSizes={[10, 20]} change={nothing} />
          <Pager
            style="ends"
            page={5}
            pageSize={10}
            total={10_000}
            totalIsExact={false}
            pageSizes={stepsUpTo(100)}
            change={nothing}
          />
        </Piece>
        <Piece name={confirm.name}>
          <Dialogs />
        </Piece>
        <TableStates />
      </Stack>
    </>
  );
}

function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {name}
      </Title>
      <Group gap="md">{children}</Group>
    </section>
  );
}

function Dialogs() {
  const { t } = useTranslation();
  const [key, setKey] = useState(false);
  const confirmation = { title: t('ui.discard.title'), text: t('ui.discard.text'), run: nothing };
  return (
    <>
      <Button variant="default" onClick={() => confirm({ ...confirmation, confirm: t('ui.save') })}>
        {confirm.name}
      </Button>
      <Button
        variant="default"
        onClick={() => confirmTyped({ ...confirmation, confirm: t('ui.save'), word: SAMPLE_ID })}
      >
        {confirmTyped.name}
      </Button>
      <Button variant="default" onClick={() => toastSuccess(t('ui.done'), SAMPLE_ID)}>
        {toastSuccess.name}
      </Button>
      <Button variant="default" onClick={() => toastUndo(t('ui.done'), nothing, SAMPLE_ID)}>
        {toastUndo.name}
      </Button>
      <Button variant="default" onClick={() => toastError(new Error(t('ui.http.internal')))}>
        {toastError.name}
      </Button>
      <Button variant="default" onClick={() => setKey(true)}>
        {KeyReveal.name}
      </Button>
      {key ? <KeyReveal {...SAMPLE_KEY} close={() => setKey(false)} /> : null}
    </>
  );
}
