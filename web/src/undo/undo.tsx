import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { strings } from '../wording/strings.ts';
import { attempt } from './attempt.ts';

/** Long enough to read a line and reach the button. */
const graceMs = 7000;
/** Long enough to notice a slip. */
const shownMs = 12_000;

/** Tells what has been done, with a button that takes it back; returns what takes the notice away. */
function showUndo(said: string, onUndo: () => void, autoClose: number | false): () => void {
  const id = crypto.randomUUID();
  const hide = () => notifications.hide(id);
  notifications.show({
    id,
    autoClose,
    withCloseButton: false,
    message: (
      <span className="undo">
        {said}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            hide();
            onUndo();
          }}
        >
          {strings.acts.undo}
        </Button>
      </span>
    ),
  });
  return hide;
}

/** For what is done already and can be done backwards. */
export function offerUndo(said: string, undo: () => unknown): void {
  showUndo(said, () => attempt(async () => undo()), shownMs);
}

interface Act {
  /** What has been done, as far as the person can see. */
  said: string;
  /** Does it for good. */
  commit: () => Promise<unknown>;
  /** Puts back what was taken off the screen; also when it could not be done. */
  restore: () => void;
}

const waiting = new Set<() => void>();

// Who leaves meant it.
addEventListener('pagehide', () => {
  for (const commit of [...waiting]) commit();
});

/** Does something after a while in which it can be taken back, instead of asking whether it is meant. */
export function doUnlessUndone({ said, commit, restore }: Act): void {
  const finish = () => {
    clearTimeout(timer);
    if (!waiting.delete(finish)) return;
    hide();
    void attempt(() =>
      commit().catch(error => {
        restore();
        throw error;
      }),
    );
  };
  const hide = showUndo(
    said,
    () => {
      clearTimeout(timer);
      waiting.delete(finish);
      restore();
    },
    false,
  );
  const timer = setTimeout(finish, graceMs);
  waiting.add(finish);
}
