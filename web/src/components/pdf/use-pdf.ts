import { useEffect, useState } from 'react';
import { openPdf, type PdfDocument } from './open-pdf.ts';

/** Opens a PDF while a component shows it. It has `failed` if it is locked or damaged. */
export function usePdf(source: Blob | string | undefined): { pdf?: PdfDocument; failed: boolean } {
  const [state, setState] = useState<{ pdf?: PdfDocument; failed: boolean }>({ failed: false });
  useEffect(() => {
    if (!source) return;
    let gone = false;
    let opened: PdfDocument | undefined;
    openPdf(source).then(
      pdf => {
        opened = pdf;
        if (gone) void pdf.destroy();
        else setState({ pdf, failed: false });
      },
      () => gone || setState({ failed: true }),
    );
    return () => {
      gone = true;
      void opened?.destroy();
      setState({ failed: false });
    };
  }, [source]);
  return state;
}
