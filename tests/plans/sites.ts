import { Session } from 'node:inspector/promises';

const site = /\bsql\)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/g;
const sourceFolders = /\/src\/(?:domain|queue|worker|http|telemetry)\/(?!.*\.test\.ts)/;

/** Records which places in our source that build a statement, or a part of one, were reached. */
export async function watchSites(): Promise<{ missed(): Promise<string[]> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Debugger.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async missed() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const missed: string[] = [];
      for (const { scriptId, url, functions } of result.filter(each => sourceFolders.test(each.url))) {
        const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
        const ranges = functions.flatMap(each => each.ranges);
        for (const { index } of scriptSource.matchAll(site)) {
          const around = ranges.filter(range => range.startOffset <= index && index < range.endOffset);
          // The innermost one counts.
          const [inner] = around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
          if (inner?.count === 0)
            missed.push(
              `${url.replace(/^.*\/src\//, 'src/')}: ${scriptSource.slice(index, index + 90).replaceAll(/\s+/g, ' ')}`,
            );
        }
      }
      session.disconnect();
      return missed;
    },
  };
}
