import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { sayProblem } from '../api/problem.ts';
import { strings } from '../strings.ts';

/** Long enough to read a line and reach the button. */
const graceMs = 7000;

interface Act {
  /** What has been done, as far as the person can see. */
  said: string;
  /** Does it for good. */
  commit: () => Promise<unknown>;
  /** Puts back what was taken off the screen; also when it could not be done. */
  restore: () => void;
}

let count = 0;
const waiting = new Set<() => void>();

// Who leaves meant it.
addEventListener('pagehide', () => {
  for (const commit of [...waiting]) commit();
});

/** Does something after a while in which it can be taken back, instead of asking whether it is meant. */
export function doUnlessUndone({ said, commit, restore }: Act): void {
  count += 1;
  const id = `undo ${count}`;
  const finish = () => {
    clearTimeout(timer);
    if (!waiting.delete(finish)) return;
    notifications.hide(id);
    commit().catch(error => {
      restore();
      notifications.show({ color: 'red', message: sayProblem(error) });
    });
  };
  const timer = setTimeout(finish, graceMs);
  waiting.add(finish);
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: false,
    message: (
      <span className="undo">
        {said}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            clearTimeout(timer);
            waiting.delete(finish);
            notifications.hide(id);
            restore();
          }}
        >
          {strings.acts.undo}
        </Button>
      </span>
    ),
  });
}
