import type { Box } from '../../boxes.ts';

/** A part of a formula that is already written. */
export interface Part extends Box {
  latex: string;
  baseline: number;
  size: number;
  isOperator: boolean;
}
