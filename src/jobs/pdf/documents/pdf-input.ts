import type { PdfInput } from '../../../engines/pikepdf/engine.ts';

export const makePdfInput = (
  input: { path: string; filename: string },
  password: string | undefined,
): PdfInput => ({
  path: input.path,
  filename: input.filename,
  ...(password !== undefined && { password }),
});
