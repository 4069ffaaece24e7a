// convert.mjs FILE FORMAT: converts a file of any size and shows the progress.
import { basename, extname } from 'node:path';
import { Filemill, FilemillError, JobFailedError } from '@filemill/client';

const [file, to] = process.argv.slice(2);
const filemill = new Filemill({ baseUrl: process.env.FILEMILL_URL, apiKey: process.env.FILEMILL_API_KEY });

try {
  const result = await filemill.convert(file, {
    to,
    onProgress: progress => {
      if (progress.stage === 'uploading') console.error(`sent ${progress.loaded} of ${progress.total} bytes`);
      else console.error(progress.stage, progress.progress ?? '');
    },
  });
  console.log(await result.saveTo(`${basename(file, extname(file))}.${to}`));
} catch (error) {
  if (error instanceof JobFailedError) console.error(`${error.message} Diagnostic id: ${error.diagnosticId}`);
  else if (error instanceof FilemillError) console.error(`${error.code}: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}
