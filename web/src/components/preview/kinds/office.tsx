import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pdfOfQuery } from '../../../api/artifacts.ts';
import { describeProblem } from '../../../api/problem.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import { Thumbnail } from '../../thumbnail/thumbnail.tsx';
import type { PreviewProps } from '../file.ts';
import { Placeholder } from '../placeholder.tsx';
import classes from '../preview.module.css';
import PdfPreview from './pdf.tsx';

const words = strings.preview;

/** A document that browsers cannot show: the service converts it to a PDF when a person asks for it. */
export default function OfficePreview({ file }: PreviewProps) {
  const workspace = useWorkspace();
  const [asked, setAsked] = useState(false);
  const { data, error } = useQuery({
    ...pdfOfQuery(workspace.id, file.artifactId),
    enabled: asked && file.artifactId !== undefined,
  });
  if (file.artifactId === undefined) return <Placeholder problem={words.none} />;
  if (error) return <Placeholder problem={describeProblem(error)} />;
  if (data) return <PdfPreview file={{ ...file, url: data }} />;
  return (
    <Center className={classes.pane}>
      <Stack align="center" gap="sm" py="lg">
        {asked ? (
          <>
            <Loader size="sm" />
            <Text c="dimmed" role="status">
              {words.making}
            </Text>
          </>
        ) : (
          <>
            <Thumbnail artifactId={file.artifactId} filename={file.filename} size={160} />
            <Text c="dimmed" ta="center" px="md">
              {words.asPdfLead}
            </Text>
            <Button variant="default" onClick={() => setAsked(true)}>
              {words.asPdf}
            </Button>
          </>
        )}
      </Stack>
    </Center>
  );
}
