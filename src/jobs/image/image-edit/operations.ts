import { JobFailure } from '../../../contract/failure.ts';
import { checkSize } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { changeFrames, type Frames } from './frame.ts';
import type { Operation, OperationOf } from './options.ts';
import { removeColours } from './remove-colours.ts';
import { trimFrames } from './trim.ts';
import { addWatermark } from './watermark.ts';

export interface Surroundings {
  /** The colour of newly exposed areas, unless the operation has its own. */
  fill: string;
}

type Step<Name extends Operation['type']> = (
  frames: Frames,
  operation: OperationOf<Name>,
  surroundings: Surroundings,
) => Promise<Frames>;

/**
 * The amplitude at which the kernel of a blur is cut off: at sharp's default of 0.2, the blur is weaker than
 * requested.
 */
const minAmplitude = 0.02;

const steps: { [Name in Operation['type']]: Step<Name> } = {
  crop: (frames, { left = 0, top = 0, width, height }) => {
    const [first] = frames;
    if (left + width > first.width || top + height > first.height)
      throw new JobFailure(
        'crop_outside',
        `${width}x${height} at ${left},${top} is not inside ${first.width}x${first.height}`,
      );
    return changeFrames(frames, pipeline => pipeline.extract({ left, top, width, height }));
  },

  rotate: (frames, { angle, background }, { fill }) =>
    changeFrames(frames, pipeline => pipeline.rotate(angle, { background: background ?? fill })),

  flip: (frames, { direction = 'horizontal' }) =>
    changeFrames(frames, pipeline => (direction === 'vertical' ? pipeline.flip() : pipeline.flop())),

  grayscale: removeColours,

  blur: (frames, { sigma = 3 }) => changeFrames(frames, pipeline => pipeline.blur({ sigma, minAmplitude })),

  sharpen: (frames, { sigma = 1 }) => changeFrames(frames, pipeline => pipeline.sharpen({ sigma })),

  watermark: addWatermark,

  border: (frames, { width, colour = 'black' }) => {
    const [first] = frames;
    checkSize(
      { width: first.width + 2 * width, height: (first.height + 2 * width) * frames.length },
      maxHeldPixels,
    );
    const sides = { top: width, bottom: width, left: width, right: width };
    return changeFrames(frames, pipeline => pipeline.extend({ ...sides, background: colour }));
  },

  trim: trimFrames,
};

/** Applies the operations in order. */
export async function applyOperations(
  frames: Frames,
  operations: readonly Operation[],
  surroundings: Surroundings,
  onDone: (share: number) => void,
): Promise<Frames> {
  let now = frames;
  for (const [index, operation] of operations.entries()) {
    const step = steps[operation.type] as Step<Operation['type']>;
    now = await step(now, operation as never, surroundings);
    onDone((index + 1) / operations.length);
  }
  return now;
}

/** Returns true if the picture is grey after the operations. */
export function endsGrey(grey: boolean, operations: readonly Operation[]): boolean {
  return operations.reduce((before, operation) => {
    if (operation.type === 'grayscale') return true;
    if (operation.type === 'watermark' || operation.type === 'border') return false;
    return before && !(operation.type === 'rotate' && operation.background !== undefined);
  }, grey);
}
