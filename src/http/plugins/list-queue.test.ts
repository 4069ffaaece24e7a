import { expect, test } from 'vitest';
import { FairQueue } from './list-queue.ts';

/** Enters a line, and notes in `begun` when it may begin. */
async function enter(line: FairQueue, workspaceId: string, begun: string[]) {
  let leave = () => {};
  const entering = line.enter(workspaceId, each => {
    leave = each;
  });
  const end = entering.then(ending => {
    begun.push(workspaceId);
    return ending;
  });
  end.catch(() => {});
  // Requests that may begin at once have begun by then.
  await new Promise(setImmediate);
  return { end, leave: () => leave() };
}

test('a workspace at its limit waits while others pass it', async () => {
  const line = new FairQueue({ inAll: 3, perWorkspace: 2, waiting: 2 });
  const begun: string[] = [];
  const [first] = [await enter(line, 'a', begun), await enter(line, 'a', begun)];
  const third = await enter(line, 'a', begun);
  const gone = await enter(line, 'a', begun);
  await expect(line.enter('a', () => {})).rejects.toMatchObject({ code: 'rate_limited' });
  const other = await enter(line, 'b', begun);
  const later = await enter(line, 'c', begun);
  expect(begun, 'three at once, of which two are a’s').toEqual(['a', 'a', 'b']);

  gone.leave();
  await expect(gone.end).rejects.toMatchObject({ code: 'validation_failed' });
  (await other.end)();
  await later.end;
  expect(begun).toEqual(['a', 'a', 'b', 'c']);
  (await first!.end)();
  await third.end;
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a']);
});
