// Loads the client in a clone of the repository: from source if Node can run TypeScript, otherwise the build that
// set-up made. The published package contains neither this file nor the sources.
import { existsSync } from 'node:fs';

const compiled = new URL('dist/index.js', import.meta.url);
if (!process.features.typescript && !existsSync(compiled))
  throw new Error(
    `Node ${process.versions.node} needs the compiled client, which is not here yet: run \`node bin/setup.mjs\` in the folder of Filemill.`,
  );
const client = await import(process.features.typescript ? './src/index.ts' : './dist/index.js');

export const {
  Filemill,
  FilemillError,
  FilemillWorkspace,
  hasEnded,
  JobFailedError,
  makeFilenameSeries,
  makeSafeFilename,
  requireCompleted,
  requireRunCompleted,
  Result,
  verifyWebhook,
} = client;
