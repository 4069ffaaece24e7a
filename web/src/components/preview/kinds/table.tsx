import { useMemo } from 'react';
import { readExtension } from '../../file-icon.tsx';
import type { PreviewProps } from '../file.ts';
import { Grid } from '../grid.tsx';
import { readRows } from '../rows.ts';
import { WithText } from '../use-text.tsx';

/** The rows of a CSV or TSV file. */
export default function TablePreview({ file }: PreviewProps) {
  return (
    <WithText file={file}>
      {text => <Rows text={text} tab={readExtension(file.filename) === 'tsv'} />}
    </WithText>
  );
}

function Rows({ text, tab }: { text: string; tab: boolean }) {
  const { rows, cut } = useMemo(() => readRows(text, tab), [text, tab]);
  return <Grid rows={rows} cut={cut} />;
}
