import { JobFailure } from '../../../contract/failure.ts';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { checkContent } from '../../../engines/pikepdf/engine.ts';
import { makePdfInput } from '../../pdf/documents/pdf-input.ts';
import type { RunInput, WorkContext } from '../../run.ts';

/**
 * Limits the unpacked size of a PDF and reports how many pages will be read. A PDF that cannot be opened is
 * repaired or refused later.
 */
export async function beginPages(
  input: RunInput,
  options: { pages?: string | undefined; password?: string | undefined },
  begin: WorkContext<unknown>['begin'],
): Promise<void> {
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  try {
    const { pages } = await checkContent({ inputs: [makePdfInput(input, options.password)], spans });
    begin({ textPage: pages });
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason === 'limit_exceeded') throw error;
  }
}
