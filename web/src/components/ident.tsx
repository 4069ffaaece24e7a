import { Copy } from './copy.tsx';

/** An id: in full for a machine, and with a button that copies it. */
export function Ident({ value, name }: { value: string; name: string }) {
  return (
    <span className="ident">
      <code>{value}</code>
      <Copy value={value} name={name} />
    </span>
  );
}
