import { Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pdfQuery } from '../../../api/previews.ts';
import { describeProblem } from '../../../api/problem.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import { Thumbnail } from '../../thumbnail/thumbnail.tsx';
import { useAddress } from '../../use-address.ts';
import type { PreviewProps } from '../file.ts';
import { Placeholder } from '../placeholder.tsx';
import classes from '../preview.module.css';
import PdfPreview from './pdf.tsx';

const words = strings.preview;

/** A document that browsers cannot show: the service makes a PDF of it, which is not counted as a job. */
export default function OfficePreview({ file }: PreviewProps) {
  const { id } = useWorkspace();
  const { data, error } = useQuery(pdfQuery(id, file.artifactId));
  const url = useAddress(data instanceof Blob ? data : undefined);
  if (error) return <Placeholder problem={describeProblem(error)} />;
  if (data === 'used up') return <Placeholder problem={strings.convert.live.usedUp} />;
  if (data === null || file.artifactId === undefined) return <Placeholder problem={words.none} />;
  if (url) return <PdfPreview file={{ ...file, url }} />;
  return (
    <Center className={classes.pane}>
      <Stack align="center" gap="sm" py="lg">
        <Thumbnail artifactId={file.artifactId} filename={file.filename} size={160} />
        <Loader size="sm" />
        <Text c="dimmed" role="status">
          {words.making}
        </Text>
      </Stack>
    </Center>
  );
}
