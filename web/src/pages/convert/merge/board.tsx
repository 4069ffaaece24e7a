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
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Button, Group, Loader, Modal, SegmentedControl, Switch, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Item } from '../../../added-files/item.ts';
import { describeProblem } from '../../../api/problem.ts';
import { type MergePlan, mergeItems } from '../../../conversions/merge.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { MergeCard } from './card.tsx';
import {
  type Card,
  makeCards,
  moveCard,
  type OpenedFile,
  openFiles,
  replaceCard,
  rotateCard,
} from './cards.ts';
import classes from './merge.module.css';

const words = strings.merge;

/** PDFs to merge or to arrange: cards of files or pages, ordered by dragging or with the keyboard. */
export default function MergeBoard({ items, onClose }: { items: Item[]; onClose: () => void }) {
  const [by, setBy] = useState<'files' | 'pages'>(items.length > 1 ? 'files' : 'pages');
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
        setCards(makeCards(files, by));
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
  const unlock = (file: OpenedFile) => {
    setOpened(opened!.map(each => (each.item.id === file.item.id ? file : each)));
    setCards(replaceCard(cards, file, by));
  };
  const arranges = items.length === 1;
  const files = opened?.filter(({ item }) => cards.some(card => card.itemId === item.id)) ?? [];
  const isChanged =
    cards.some(({ angle }) => angle !== 0) ||
    JSON.stringify(cards) !== JSON.stringify(makeCards(opened ?? [], by));
  const isReady =
    files.every(({ pdf }) => pdf) && (arranges ? cards.length > 0 && isChanged : files.length > 1);
  const pages = cards.reduce((sum, card) => sum + card.pages.length, 0);
  const size = items.reduce(
    (sum, item) => sum + (cards.some(card => card.itemId === item.id) ? item.size : 0),
    0,
  );

  async function merge() {
    const plan: MergePlan = {
      items,
      parts: cards,
      passwords: Object.fromEntries(
        files.flatMap(({ item, password }) => (password ? [[item.id, password]] : [])),
      ),
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
    <Modal opened onClose={onClose} title={arranges ? words.arrange : words.title} size="min(1040px, 96vw)">
      <Group justify="space-between" mb="md">
        <Text c="dimmed">{words.lead}</Text>
        {!arranges && (
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
        )}
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
            <ul className={classes.board} aria-label={arranges ? words.arrange : words.title}>
              {cards.map(card => (
                <MergeCard
                  key={card.id}
                  card={card}
                  file={opened.find(({ item }) => item.id === card.itemId)!}
                  onUnlock={unlock}
                  onRotate={() => setCards(rotateCard(cards, card.id))}
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
        {!arranges && (
          <Switch
            checked={bookmarks}
            onChange={event => setBookmarks(event.currentTarget.checked)}
            label={words.bookmarks}
          />
        )}
        <Group ml="auto">
          {pages > 0 && <Text c="dimmed">{words.total(pages, formatBytes(size))}</Text>}
          <Button disabled={!isReady} onClick={merge}>
            {arranges ? words.save : words.merge}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
