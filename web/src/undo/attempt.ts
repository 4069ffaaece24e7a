import { notifications } from '@mantine/notifications';
import { sayProblem } from '../api/problem.ts';

/** Does something that a button asks for, and tells what went wrong with it. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    notifications.show({ color: 'red', message: sayProblem(error) });
  }
}
