import { Badge, Loader, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { PaymentMethod } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { FieldGroup } from '../../../ui/forms/field-group.tsx';
import { iconOf } from './method-icons.ts';
import type { MethodCard } from './payment-methods.ts';

/** The ways to pay, each a button. What is off can be pressed, and says why it does nothing. */
export function MethodCards({
  methods,
  last,
  busy,
  choose,
}: {
  methods: readonly MethodCard[];
  last: PaymentMethod | undefined;
  /** The one whose price is being fetched. */
  busy: PaymentMethod | undefined;
  choose: (card: MethodCard) => void;
}) {
  const { t } = useTranslation();
  return (
    <FieldGroup label={t('wallet.modal.methods')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {methods.map((card) => {
          const { method, on } = card;
          const IconOf = iconOf(method);
          return (
            <UnstyledButton
              key={method}
              className="method-card"
              data-off={!on || undefined}
              data-method={method}
              disabled={busy !== undefined}
              onClick={() => choose(card)}
            >
              {busy === method ? (
                <Loader size={24} aria-hidden />
              ) : (
                <IconOf size={24} stroke={1.6} aria-hidden />
              )}
              <span>
                <Text component="span" display="block" fw={500}>
                  {t(`wallet.modal.names.${method}`)}
                </Text>
                <Text component="span" display="block" size="xs" c="dimmed">
                  {t(on ? `wallet.modal.notes.${method}` : 'wallet.modal.off')}
                </Text>
              </span>
              {on && method === last ? (
                <Badge variant="light" size="sm" tt="none" fw={500} ml="auto">
                  {t('wallet.modal.lastUsed')}
                </Badge>
              ) : null}
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
    </FieldGroup>
  );
}
