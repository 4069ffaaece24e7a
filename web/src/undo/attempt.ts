import { notifications } from '@mantine/notifications';
import { describeProblem } from '../api/problem.ts';

/** Runs an action and shows an error if it fails. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    notifications.show({ color: 'red', message: describeProblem(error) });
  }
}
