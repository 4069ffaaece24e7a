import { useEffect, useState } from 'react';
import { isLocked, openPdf, type PdfDocument } from './open-pdf.ts';

interface OpenedPdf {
  pdf?: PdfDocument;
  failed: false | 'locked' | 'damaged';
}

/** Opens a PDF while a component shows it. */
export function usePdf(source: Blob | string | undefined, password?: string): OpenedPdf {
  const [state, setState] = useState<OpenedPdf>({ failed: false });
  useEffect(() => {
    if (!source) return;
    let gone = false;
    let opened: PdfDocument | undefined;
    openPdf(source, password).then(
      pdf => {
        opened = pdf;
        if (gone) void pdf.destroy();
        else setState({ pdf, failed: false });
      },
      error => gone || setState({ failed: isLocked(error) ? 'locked' : 'damaged' }),
    );
    return () => {
      gone = true;
      void opened?.destroy();
      setState({ failed: false });
    };
  }, [source, password]);
  return state;
}

/** Opens a PDF, of which the former version stays until a newer one is open. */
export function useLastPdf(source: Blob | string | undefined): PdfDocument | undefined {
  const { pdf } = usePdf(source);
  const [last, setLast] = useState<PdfDocument>();
  if (pdf && pdf !== last) setLast(pdf);
  return source ? (pdf ?? last) : undefined;
}
