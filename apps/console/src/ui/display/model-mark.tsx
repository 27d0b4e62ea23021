import { vendorOf } from '../format/model-vendor.ts';

/** The coloured initial of a model's vendor; the name of the model stands beside it. */
export function ModelMark({ model, size = 20 }: { model: string; size?: number }) {
  const { name, color } = vendorOf(model);
  return (
    <span
      aria-hidden="true"
      className="model-mark"
      style={{ width: size, height: size, fontSize: size * 0.55, background: color }}
    >
      {(name || model).charAt(0).toUpperCase()}
    </span>
  );
}
