import { Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { vendorOf } from '../../ui/format/model-vendor.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { pages } from '../index.ts';
import { pricingColumns } from './columns.tsx';
import { findPrices, type Prices, showPrices } from './price-rows.ts';

const SHOWN = 6;
/** Each column is left out if no row has a value. */
const COLUMNS: readonly string[] = ['model', 'capabilities', 'context'];
const BY_TOKEN: readonly string[] = ['prompt', 'completion', 'cached'];

/** The provider's other models with their prices, to compare with. */
export function OtherModels({ prices, model }: { prices: Prices; model: string }) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const vendor = vendorOf(model);
  const found = findPrices(prices, { keyword: '', group: '', type: '', vendor: vendor.id });
  const others = found.filter(({ model_name: name, isAvailable }) => name !== model && isAvailable);
  if (vendor.name === '' || others.length === 0) return null;
  const rows = showPrices(prices, others, { group: '', p: 1, page_size: SHOWN });
  const columns = pricingColumns(t, isMobile).filter(
    ({ key }) =>
      COLUMNS.includes(key) ||
      (BY_TOKEN.includes(key) && rows.some(({ shown }) => !('call' in shown))) ||
      (key === 'call' && rows.some(({ shown }) => 'call' in shown)),
  );
  const title = t('pricing.details.others', { vendor: vendor.name });
  return (
    <div>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        error={null}
        fetching={false}
        retry={() => undefined}
        open={({ model_name: name }) =>
          void navigate({ to: pages.pricingModel.path, params: { id: name } as never })
        }
        empty={null}
      />
    </div>
  );
}
