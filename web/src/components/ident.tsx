import { Copy } from './copy.tsx';

/** An id with a copy button. */
export function Ident({ value, name }: { value: string; name: string }) {
  return (
    <span className="ident">
      <code>{value}</code>
      <Copy value={value} name={name} />
    </span>
  );
}
