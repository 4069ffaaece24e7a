import sharp from 'sharp';
import type { HostileRun } from '../../probe-context.ts';

/** The smallest real work, to measure the overhead of a host. */
export const run: HostileRun<{ width: number }> = async ({ inputs, options, dir }) => {
  const path = `${dir}/out.jpg`;
  const { width, height } = await sharp(inputs[0].path).resize(options.width).jpeg().toFile(path);
  return {
    outputs: [{ path, filename: 'out.jpg', format: 'jpeg', metadata: { width, height } }],
    engines: ['sharp'],
  };
};
