import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { setLabels } from '../../../engines/pango/labels.ts';
import { addTimestamp, readCertificate, signDocument } from '../../../engines/pikepdf/signing.ts';
import { timestampServer } from '../../job-type.ts';
import type { Run } from '../../run.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const black = [0, 0, 0] as const;
/** The size at which lines are typeset before they are scaled to fit their box. */
const fontSize = 20;

export const run: Run<typeof job> = async context => {
  const { dir, options } = context;
  const { certificate, certificatePassword, timestamp, reason, location, box, field } = options;
  const secret = { certificate, ...(certificatePassword !== undefined && { certificatePassword }) };
  const { name } = await readCertificate(secret);
  const lines = [
    `Signed by ${name}`,
    new Date().toISOString().replace(/T(.*)\..*/, ' $1 UTC'),
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(location ? [`Location: ${location}`] : []),
  ];
  let label = box && (await setLines(lines, dir));
  const { outputs, engines } = await runOnOneDocument(
    context,
    async (request, task) => {
      const sign = () =>
        withFieldLabels(dir, labels =>
          signDocument(
            {
              ...request,
              ...secret,
              timestamp,
              base: join(dir, 'base.pdf'),
              ...(reason !== undefined && { reason }),
              ...(location !== undefined && { location }),
              ...(field !== undefined && { field }),
              ...(box && { box }),
              ...(label && { label }),
              ...(labels && { labels }),
            },
            task,
          ),
        );
      let made = await sign();
      if ('unlabelled' in made) {
        // The field of the form has a place on a page.
        label = await setLines(lines, dir);
        made = await sign();
      }
      if ('unlabelled' in made) throw new JobFailure('engine_error', 'the lines were given');
      if (timestamp) {
        const { place, digest } = made.signature;
        await addTimestamp({ path: request.output, place, ...(await context.timestamp(digest)) });
      }
      return made;
    },
    ({ signer, field: signed }) => ({ signer, field: signed }),
  );
  const used = [
    ...(label ? ['pango'] : []),
    ...engines,
    'cryptography',
    ...(timestamp ? [timestampServer] : []),
  ];
  return { outputs, engines: used };
};

async function setLines(texts: string[], dir: string) {
  const path = join(dir, 'signature.pdf');
  return { path, sizes: await setLabels({ texts, fontSize, bold: false, colour: black, output: path }, dir) };
}
