import { Copy } from '../copy.tsx';
import classes from './code-block.module.css';

/** Code with a copy button. */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  return (
    <div className={classes.block}>
      <figure className={classes.code} aria-label={name} tabIndex={0}>
        {code}
      </figure>
      <div className={classes.copy}>
        <Copy value={code} name={name} />
      </div>
    </div>
  );
}
