import { type ModelVendor, vendorNamed, vendorOf } from '../format/model-vendor.ts';

/** The colored initial of a model's vendor; the model's name is next to it. */
export function ModelMark({ model, size = 20 }: { model: string; size?: number }) {
  return <Mark {...vendorOf(model)} initialOf={model} size={size} />;
}

/** The mark of a vendor, by its id. */
export function VendorMark({ vendor, size = 18 }: { vendor: string; size?: number }) {
  return <Mark {...vendorNamed(vendor)} size={size} />;
}

function Mark({
  name,
  color,
  initialOf = '',
  size,
}: Pick<ModelVendor, 'name' | 'color'> & {
  /** The text whose initial is used if the vendor is unknown. */
  initialOf?: string;
  size: number;
}) {
  return (
    <span
      aria-hidden="true"
      className="model-mark"
      style={{ width: size, height: size, fontSize: size * 0.55, background: color }}
    >
      {(name || initialOf).charAt(0).toUpperCase()}
    </span>
  );
}
