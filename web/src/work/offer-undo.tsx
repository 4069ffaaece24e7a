import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { strings } from '../strings.ts';
import { attempt } from './attempt.ts';

/** Long enough to notice a slip. */
const shownMs = 12_000;

/** Tells what has been done, with a button that takes it back. */
export function offerUndo(said: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    autoClose: shownMs,
    withCloseButton: false,
    message: (
      <span className="undo">
        {said}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            void attempt(undo);
          }}
        >
          {strings.acts.undo}
        </Button>
      </span>
    ),
  });
}
