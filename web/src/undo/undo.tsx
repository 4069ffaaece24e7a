import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { strings } from '../wording/strings.ts';
import { attempt } from './attempt.ts';

/** Enough time to read a line and reach the button. */
const graceMs = 7000;
/** Enough time to notice a mistake. */
const shownMs = 12_000;

/** Shows a message with an undo button. Returns a function that hides it. */
function showUndo(
  text: string,
  onUndo: () => void,
  autoClose: number | false,
  onClose?: () => void,
): () => void {
  const id = crypto.randomUUID();
  const hide = () => notifications.hide(id);
  notifications.show({
    id,
    autoClose,
    withCloseButton: false,
    ...(onClose && { onClose }),
    message: (
      <span className="undo">
        {text}
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

/** Offers to undo an action that has already been done. Returns a function that hides the offer. */
export function offerUndo(text: string, undo: () => unknown, onClose?: () => void): () => void {
  return showUndo(text, () => attempt(async () => undo()), shownMs, onClose);
}

interface Act {
  /** The message about the action. */
  text: string;
  /** Performs the action. */
  commit: () => Promise<unknown>;
  /** Restores the display, also if the action fails. */
  restore: () => void;
}

const waiting = new Set<() => void>();

// Leaving the page commits all pending actions.
addEventListener('pagehide', () => {
  for (const commit of [...waiting]) commit();
});

/** Performs an action after a delay in which it can be undone, instead of asking for confirmation. */
export function doUnlessUndone({ text, commit, restore }: Act): void {
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
    text,
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
