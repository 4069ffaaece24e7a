import { SegmentedControl, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import type { PreviewProps } from '../file.ts';
import { Grid } from '../grid.tsx';
import { Placeholder } from '../placeholder.tsx';
import classes from '../preview.module.css';
import { maxBookBytes, readSheets } from '../sheets.ts';
import OfficePreview from './office.tsx';

const words = strings.preview;

/** The sheets of a workbook as tables, or the workbook as it prints. */
export default function SheetsPreview({ file }: PreviewProps) {
  const [view, setView] = useState('cells');
  const isSmall = file.size <= maxBookBytes;
  const { data: sheets, error } = useQuery({
    queryKey: ['sheets', file.url],
    queryFn: () => readSheets(file.url),
    enabled: isSmall,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  // The service may be able to show what this page cannot read.
  if (!isSmall || error || sheets?.length === 0) return <OfficePreview file={file} />;
  if (!sheets) return <Placeholder />;
  return (
    <div className={classes.body}>
      {file.artifactId !== undefined && (
        <div className={classes.bar}>
          <SegmentedControl
            size="xs"
            value={view}
            onChange={setView}
            data={[
              { value: 'cells', label: words.cells },
              { value: 'printed', label: words.printed },
            ]}
            aria-label={words.view}
            transitionDuration={100}
          />
        </div>
      )}
      {view === 'printed' ? (
        <div className={classes.sheet}>
          <OfficePreview file={file} />
        </div>
      ) : (
        <Tabs className={classes.sheets} defaultValue="0" keepMounted={false}>
          {sheets.length > 1 && (
            <Tabs.List>
              {sheets.map(({ name }, index) => (
                <Tabs.Tab key={name} value={String(index)}>
                  <bdi>{name}</bdi>
                </Tabs.Tab>
              ))}
            </Tabs.List>
          )}
          {sheets.map(({ name, rows, firstRow, cut }, index) => (
            <Tabs.Panel key={name} value={String(index)} className={classes.sheet}>
              <Grid rows={rows} firstRow={firstRow} cut={cut} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </div>
  );
}
