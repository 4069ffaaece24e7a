import { PdfPage } from '../../pdf/pdf-page.tsx';
import { useLastPdf } from '../../pdf/use-pdf.ts';
import classes from '../options-form.module.css';
import type { PageSource } from '../props.ts';

const shownWidth = 380;

/** The first page, for options that are not chosen on it but change what it shows. */
export function ShownPage({ pdf, label }: { pdf: PageSource; label: string }) {
  const document = useLastPdf(pdf);
  return (
    document && (
      <div className={classes.drawing} data-still role="img" aria-label={label}>
        <PdfPage document={document} page={1} width={shownWidth} />
      </div>
    )
  );
}
