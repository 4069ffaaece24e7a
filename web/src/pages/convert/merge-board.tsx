import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import {
  ActionIcon,
  Button,
  Group,
  Loader,
  Modal,
  SegmentedControl,
  Switch,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Item } from '../../added-files/item.ts';
import { describeProblem } from '../../api/problem.ts';
import { PdfPage } from '../../components/pdf/pdf-page.tsx';
import { type MergePlan, mergeItems } from '../../conversions/merge.ts';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import classes from './merge.module.css';
import { type Card, makeCards, moveCard, type OpenedFile, openFiles } from './merge-cards.ts';

const words = strings.merge;

/** PDFs to merge: cards of files or pages, ordered by dragging or with the keyboard. */
export default function MergeBoard({ items, onClose }: { items: Item[]; onClose: () => void }) {
  const [by, setBy] = useState<'files' | 'pages'>('files');
  const [opened, setOpened] = useState<OpenedFile[]>();
  const [cards, setCards] = useState<Card[]>([]);
  const [bookmarks, setBookmarks] = useState(true);
  const [problem, setProblem] = useState<string>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are those it was opened with.
  useEffect(() => {
    openFiles(items).then(
      files => {
        setOpened(files);
        setCards(makeCards(files, 'files'));
      },
      error => setProblem(describeProblem(error)),
    );
  }, []);

  const show = (next: 'files' | 'pages') => {
    setBy(next);
    setCards(makeCards(opened!, next));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) setCards(moveCard(cards, String(active.id), String(over.id)));
  };
  const titleOf = (id: string | number) => cards.find(card => card.id === id)?.title ?? '';
  const placeOf = (id: string | number | undefined) => cards.findIndex(card => card.id === id) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => words.picked(titleOf(active.id)),
    onDragOver: ({ active, over }) => words.over(titleOf(active.id), placeOf(over?.id)),
    onDragEnd: ({ active, over }) => words.dropped(titleOf(active.id), placeOf(over?.id)),
    onDragCancel: ({ active }) => words.back(titleOf(active.id)),
  };
  const pages = cards.reduce((sum, card) => sum + card.pages.length, 0);
  const size = items.reduce(
    (sum, item) => sum + (cards.some(card => card.itemId === item.id) ? item.size : 0),
    0,
  );

  async function merge() {
    const plan: MergePlan = {
      items,
      parts: cards.map(({ itemId, pages }) => ({ itemId, pages })),
      bookmarks,
    };
    try {
      await mergeItems(plan, Object.fromEntries(opened!.map(({ item, count }) => [item.id, count])));
      onClose();
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }

  return (
    <Modal opened onClose={onClose} title={words.title} size="min(1040px, 96vw)">
      <Group justify="space-between" mb="md">
        <Text c="dimmed">{words.lead}</Text>
        <SegmentedControl
          size="xs"
          value={by}
          onChange={value => show(value as 'files' | 'pages')}
          disabled={!opened}
          data={[
            { value: 'files', label: words.byFile },
            { value: 'pages', label: words.byPage },
          ]}
          aria-label={words.by}
          transitionDuration={100}
        />
      </Group>
      {!opened && !problem && <Loader size="sm" />}
      {opened && (
        <DndContext
          accessibility={{ announcements }}
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={onDragEnd}
        >
          <SortableContext items={cards.map(({ id }) => id)} strategy={rectSortingStrategy}>
            <ul className={classes.board} aria-label={words.title}>
              {cards.map(card => (
                <CardView
                  key={card.id}
                  card={card}
                  file={opened.find(({ item }) => item.id === card.itemId)!}
                  onRemove={() => setCards(cards.filter(({ id }) => id !== card.id))}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
      {problem && (
        <Text c="var(--bad)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="space-between" mt="lg">
        <Switch
          checked={bookmarks}
          onChange={event => setBookmarks(event.currentTarget.checked)}
          label={words.bookmarks}
          withThumbIndicator={false}
        />
        <Group>
          <Text c="dimmed">{words.total(pages, formatBytes(size))}</Text>
          <Button disabled={new Set(cards.map(({ itemId }) => itemId)).size < 2} onClick={merge}>
            {words.merge}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

function CardView({ card, file, onRemove }: { card: Card; file: OpenedFile; onRemove: () => void }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: card.id,
  });
  const moved = transform && `translate(${transform.x}px, ${transform.y}px)`;
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      style={{ transform: moved ?? undefined, transition }}
    >
      <button type="button" className={classes.grip} {...attributes} {...listeners}>
        <VisuallyHidden>{words.move} </VisuallyHidden>
        <PdfPage document={file.pdf} page={card.pages[0]!} width={160} />
        <span className="ellipsis">{card.title}</span>
        <span className="dim">{card.note}</span>
      </button>
      <ActionIcon
        className={classes.remove}
        size="sm"
        aria-label={words.leaveOut(card.title)}
        onClick={onRemove}
        variant="default"
      >
        <X size={12} />
      </ActionIcon>
    </li>
  );
}
