import { WifiOff } from 'lucide-react';
import { useOnline } from '../api/online.ts';
import { strings } from '../wording/strings.ts';
import classes from './shell.module.css';

/** Says that the service cannot be reached, for as long as that is so. */
export function ConnectionBanner() {
  const online = useOnline();
  return (
    <div role="status" className={classes.connection}>
      {!online && (
        <p>
          <WifiOff size={16} aria-hidden="true" /> {strings.shell.connectionLost}
        </p>
      )}
    </div>
  );
}
