import { ActionIcon, Button, Group, NumberInput } from '@mantine/core';
import { ChevronLeft, ChevronRight, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { useLastPdf } from '../../pdf/use-pdf.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import { DrawingPage, type PageBox } from './drawing-page.tsx';

const words = strings.options.boxes;
const sides = ['x', 'y', 'width', 'height'] as const;
const firstBox = { x: 50, y: 50, width: 150, height: 50 };

/** One or several boxes on pages: drawn on the page if the document is available, or typed. */
export function BoxesControl({ value, onChange, pdf, label, many }: ControlProps & { many: boolean }) {
  const boxes = (many ? ((value as PageBox[]) ?? []) : value ? [value as PageBox] : []) as PageBox[];
  // A locked or damaged file is reported by the service; values can still be typed.
  const document = useLastPdf(pdf);
  const [page, setPage] = useState(boxes[0]?.page ?? 1);
  const change = (next: PageBox[]) => onChange(many ? next : next.at(-1));
  const count = document?.numPages ?? 0;
  return (
    <div>
      {document && (
        <>
          {count > 1 && (
            <Group gap="xs" mb={4}>
              <ActionIcon
                aria-label={words.previousPage}
                disabled={page <= 1}
                onClick={() => setPage(page - 1)}
              >
                <ChevronLeft size={14} />
              </ActionIcon>
              <span aria-live="polite">{words.pageOf(page, count)}</span>
              <ActionIcon
                aria-label={words.nextPage}
                disabled={page >= count}
                onClick={() => setPage(page + 1)}
              >
                <ChevronRight size={14} />
              </ActionIcon>
            </Group>
          )}
          <DrawingPage
            document={document}
            page={page}
            label={words.draw(label)}
            boxes={boxes}
            many={many}
            onDrawn={box => change(many ? [...boxes, box] : [box])}
            onChanged={(before, after) => change(boxes.map(each => (each === before ? after : each)))}
          />
        </>
      )}
      {boxes.map((box, index) => (
        <Group
          key={index}
          gap={4}
          mt={8}
          wrap="nowrap"
          align="end"
          role="group"
          aria-label={words.box(index + 1)}
        >
          {(['page', ...sides] as const).map(side => (
            <NumberInput
              key={side}
              size="xs"
              hideControls
              label={words.sides[side]}
              value={box[side]}
              min={side === 'page' ? 1 : 0}
              onChange={next =>
                typeof next === 'number' &&
                change(boxes.map((each, at) => (at === index ? { ...each, [side]: next } : each)))
              }
            />
          ))}
          <ActionIcon
            aria-label={words.remove(index + 1)}
            onClick={() => (many ? change(boxes.filter((_, at) => at !== index)) : onChange(undefined))}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      {(many || boxes.length === 0) && (
        <Button
          className={classes.addBox}
          size="xs"
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => change([...boxes, { page, ...firstBox }])}
        >
          {words.add}
        </Button>
      )}
    </div>
  );
}
