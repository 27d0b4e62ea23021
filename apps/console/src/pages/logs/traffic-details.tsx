import type { LogOther } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';

type Traffic = NonNullable<NonNullable<LogOther['admin_info']>['traffic']>;

/**
 * Effects of traffic rules on a call: who won a hedge, which side of a canary it was on, whether it was
 * mirrored.
 */
export function TrafficDetails({ traffic }: { traffic: Traffic | undefined }) {
  const { t } = useTranslation();
  if (!traffic) return null;
  const { hedge, canary, mirror } = traffic;
  const canaryText = canary && [
    t(`routing.traffic.sides.${canary.side}`),
    canary.model,
    canary.fell_back ? t('routing.traffic.fellBack') : undefined,
    t('routing.traffic.rule', { rule: canary.rule }),
  ];
  const cost = hedge?.cancelled_cost;
  return (
    <DescriptionList>
      <DescriptionItem name={t('routing.traffic.hedge')} show={hedge !== undefined}>
        {hedge ? describeHedge(hedge, t) : null}
      </DescriptionItem>
      <DescriptionItem name={t('routing.traffic.cancelledCost')} show={cost !== undefined}>
        <Money quota={cost ?? 0} />
      </DescriptionItem>
      <DescriptionItem name={t('routing.traffic.canary')} show={canary !== undefined}>
        {canaryText?.filter(Boolean).join(' · ')}
      </DescriptionItem>
      <DescriptionItem name={t('routing.traffic.mirror')} show={mirror !== undefined}>
        {t('routing.traffic.mirrored', { rule: mirror?.rule })}
      </DescriptionItem>
    </DescriptionList>
  );
}

function describeHedge(
  { rule, after_ms: after, p95_ms: p95, second, won }: NonNullable<Traffic['hedge']>,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  return [
    t('routing.traffic.hedgeText', { after, second, p95 }),
    won === undefined ? t('routing.traffic.nobodyWon') : t('routing.traffic.won', { channel: won }),
    t('routing.traffic.rule', { rule }),
  ].join(' · ');
}
