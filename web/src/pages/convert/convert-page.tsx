import type { JobType } from '@filemill/client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BrushCleaning, Code, Combine, Download, Eye, Images, LayoutGrid, Waypoints } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type AddedFile, addAgain, addFiles } from '../../added-files/add.ts';
import { chooseFiles } from '../../added-files/choose-files.ts';
import { getStage, type Item, isAvailable } from '../../added-files/item.ts';
import { findOwner, listParts } from '../../added-files/parts.ts';
import { useItems } from '../../added-files/store.ts';
import { findTarget, listFurtherRoles, type Target } from '../../added-files/targets.ts';
import { jobTypesQuery, useJobTypes } from '../../api/job-types.ts';
import { describeProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { recipesQuery } from '../../api/recipes.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { Empty } from '../../components/empty/empty.tsx';
import { Page } from '../../components/page.tsx';
import type { Act } from '../../components/program/program.ts';
import { makeOnePdf, pageTarget } from '../../conversions/one-pdf.ts';
import { nameOutput } from '../../wording/format-names.ts';
import { showsLiveText } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';
import { DropZone } from './drop-zone.tsx';
import { focusBeside } from './focus-row.ts';
import type { FootAction } from './foot-actions.tsx';
import { Installing } from './installing.tsx';
import { KeyCard } from './key-card.tsx';
import { OptionsDrawer } from './options/options-drawer.tsx';
import { removeItemsWithUndo } from './remove-items.ts';
import { Row } from './row/row.tsx';
import { Samples } from './samples.tsx';

const Gallery = lazy(() => import('./gallery/gallery.tsx'));
const ResultDialog = lazy(() => import('./result-dialog.tsx'));
const AddedFileDialog = lazy(() => import('./added-file-dialog.tsx'));
const ProgramDialog = lazy(() =>
  import('../../components/program/program-dialog.tsx').then(({ ProgramDialog }) => ({
    default: ProgramDialog,
  })),
);
const SaveRecipe = lazy(() =>
  import('./save-recipe.tsx').then(({ SaveRecipe }) => ({ default: SaveRecipe })),
);
const AddressDialog = lazy(() =>
  import('./address-dialog.tsx').then(({ AddressDialog }) => ({ default: AddressDialog })),
);
const Foot = lazy(() => import('./foot.tsx').then(({ Foot }) => ({ default: Foot })));
const MergeBoard = lazy(() => import('./merge/board.tsx'));
const words = strings.convert;

const describeAct = (item: Item, target: Target | undefined, parts: Item[]): Act | undefined => {
  if (!target && !item.recipe) return undefined;
  return {
    runs: item.recipe ? `recipes/${item.recipe.id}` : target!.jobType.id,
    options: { ...target?.options, ...item.options },
    filenames: [item, ...parts].map(({ name }) => name),
    takesMany: parts.length > 0,
    result:
      item.job?.result?.files[0]?.filename ??
      item.name.replace(/\.[^.]*$/, `.${target?.output ?? item.format}`),
  };
};

/** Whether pages of this file can be merged with others into a PDF. */
const isMergeable = ({ format }: Item, jobTypes: JobType[]): boolean =>
  jobTypes.some(({ id, accepts }) => id === 'pdf-merge' && accepts.some(each => each.format === format));

/** Describes what the files to come are for: a conversion such as `document-convert:docx`, or a job type. */
function describePurpose(purpose = '', jobTypes: JobType[]): string | undefined {
  const [type, output] = purpose.split(':');
  const known = jobTypes.find(({ id }) => id === type);
  return known && output ? strings.shell.convertTo(nameOutput(output)) : known?.title;
}

/** The start page: a place to drop files, and the list of files and results. */
export function ConvertPage() {
  const workspace = useWorkspace();
  const mayConvert = useMay('member');
  const jobTypes = useJobTypes();
  const { for: preferred } = useSearch({ from: '/shell/' });
  const items = useItems(workspace.id);
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id));
  const [optionsOf, setOptionsOf] = useState<string>();
  const [opened, setOpened] = useState<{ id: string; index: number }>();
  const navigate = useNavigate();
  const addToList = useCallback(
    async (added: AddedFile[], purpose = preferred) => {
      if (added.length === 0) return;
      // Files may be dropped before the job types are loaded, and need them to be recognised.
      const known = await queryClient.ensureQueryData(jobTypesQuery(workspace.id));
      addFiles(workspace.id, added, known, purpose);
    },
    [workspace.id, preferred],
  );
  async function chooseTool({ id, accepts }: JobType) {
    await navigate({ to: '/', search: { for: id } });
    await addToList(await chooseFiles(false, accepts), id);
  }
  const [merging, setMerging] = useState<Item[]>();
  const [saving, setSaving] = useState(false);
  const [addressing, setAddressing] = useState(false);
  const [program, setProgram] = useState<Act>();
  const [zipping, setZipping] = useState(false);
  async function zip() {
    setZipping(true);
    try {
      const { downloadItems } = await import('./zip.ts');
      await downloadItems(done, words.zipName);
    } catch (error) {
      notifications.show({ message: describeProblem(error), color: 'red' });
    } finally {
      setZipping(false);
    }
  }
  const remove = (ids: string[]) => {
    focusBeside(
      items.map(({ id }) => id),
      ids,
    );
    removeItemsWithUndo(ids);
  };
  // Files that another row takes as further files are not converted themselves.
  const mains = items.filter(item => !findOwner(item, items));
  const ready = mains.filter(item => getStage(item) === 'ready');
  const pictures = ready.filter(item => findTarget(pageTarget, item.format, jobTypes));
  const stored = ready.filter(({ upload }) => upload.artifactId !== undefined);
  const pdfs = stored.filter(({ format }) => format === 'pdf');
  // Pictures are merged with PDFs as pages of their own.
  const merged = stored.filter(
    item => pdfs.includes(item) || (pictures.includes(item) && isMergeable(item, jobTypes)),
  );
  // The row that `</>`, "Save as recipe" and the first key refer to: the last one done, otherwise the first.
  const done = items.filter(item => getStage(item) === 'done' && isAvailable(item.upload));
  const shown = done.at(-1) ?? mains.find(item => item.target);
  const target = shown && !shown.recipe ? findTarget(shown.target, shown.format, jobTypes) : undefined;
  const parts =
    shown && target ? listFurtherRoles(target.jobType).flatMap(({ name }) => listParts(shown, name)) : [];
  const act = shown && describeAct(shown, target, parts);
  const queued = items.filter(({ job }) => job?.status === 'queued');
  // One at a time, because a browser opens few connections.
  const liveText = items.find(({ job }) => job && showsLiveText(job, jobTypes));
  const finished = items.filter(item =>
    ['done', 'failed'].includes(getStage(findOwner(item, items) ?? item)),
  );
  const openedItem = items.find(({ id }) => id === opened?.id);
  const allEnded = mains.every(item => ['done', 'failed'].includes(getStage(item)));
  const actions: (FootAction | false | undefined)[] = [
    pdfs.length === 1 && {
      label: strings.merge.arrange,
      icon: LayoutGrid,
      onClick: () => setMerging(pdfs),
    },
    pdfs.length > 0 &&
      merged.length > 1 && {
        label: merged.length === pdfs.length ? words.merge(pdfs.length) : words.mergeFiles(merged.length),
        icon: Combine,
        onClick: () => setMerging(merged),
      },
    pdfs.length === 0 &&
      pictures.length > 1 && {
        label: words.onePdf(pictures.length),
        icon: Images,
        onClick: () => makeOnePdf(pictures, jobTypes),
      },
    target !== undefined &&
      parts.length === 0 && {
        label: words.saveRecipe,
        icon: Waypoints,
        look: 'quiet',
        onClick: () => setSaving(true),
      },
    act && { label: words.program, icon: Code, look: 'icon', onClick: () => setProgram(act) },
    finished.length > 1 && {
      label: words.clear,
      icon: BrushCleaning,
      look: 'quiet',
      onClick: () => remove(finished.map(({ id }) => id)),
    },
    done.length > 1 && {
      label: words.downloadAll,
      icon: Download,
      loading: zipping,
      onClick: zip,
      ...(allEnded && { look: 'primary' }),
    },
  ];

  if (!mayConvert)
    return (
      <Page title={words.title}>
        <Empty icon={Eye} title={words.viewer.title} text={words.viewer.text}>
          <Button component={Link} to="/jobs" variant="default">
            {strings.jobs.title}
          </Button>
        </Empty>
      </Page>
    );
  return (
    <Page title={words.title}>
      <DropZone
        small={items.length > 0}
        onAddFiles={addToList}
        onAddAddress={() => setAddressing(true)}
        purpose={describePurpose(preferred, jobTypes)}
      />
      <Suspense>
        {addressing && (
          <AddressDialog workspaceId={workspace.id} opened onClose={() => setAddressing(false)} />
        )}
      </Suspense>
      <Installing jobTypes={jobTypes} />
      {items.length === 0 && !preferred && (
        <>
          <Samples onAddFiles={addToList} />
          <Suspense>
            <Gallery jobTypes={jobTypes} onChoose={chooseTool} />
          </Suspense>
        </>
      )}
      {items.length > 0 && (
        <>
          <ul className={classes.rows} aria-label={words.files}>
            {items.map(item => (
              <Row
                key={item.id}
                item={item}
                jobTypes={jobTypes}
                recipes={recipes}
                owner={findOwner(item, items)}
                ahead={queued.indexOf(item)}
                liveText={item === liveText}
                onOptions={() => setOptionsOf(item.id)}
                onOpen={index => setOpened({ id: item.id, index })}
                onRedo={() => setOptionsOf(addAgain(item).id)}
                onRemove={() => remove([item.id])}
              />
            ))}
          </ul>
          {done.length > 0 && act && <KeyCard act={act} />}
          <Suspense>
            <Foot
              items={mains}
              jobTypes={jobTypes}
              recipes={recipes}
              actions={actions.filter(each => !!each)}
            />
          </Suspense>
        </>
      )}
      <OptionsDrawer
        item={items.find(({ id }) => id === optionsOf)}
        jobTypes={jobTypes}
        onClose={() => setOptionsOf(undefined)}
      />
      <Suspense>
        {program && <ProgramDialog act={program} onClose={() => setProgram(undefined)} />}
        {saving && (
          <SaveRecipe target={target} options={shown?.options ?? {}} onClose={() => setSaving(false)} />
        )}
      </Suspense>
      {merging && (
        <Suspense>
          <MergeBoard items={merging} onClose={() => setMerging(undefined)} />
        </Suspense>
      )}
      <Suspense>
        {openedItem?.job?.result && opened ? (
          <ResultDialog
            item={openedItem}
            index={opened.index}
            onIndex={index => setOpened({ ...opened, index })}
            onClose={() => setOpened(undefined)}
          />
        ) : (
          openedItem && <AddedFileDialog item={openedItem} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Page>
  );
}
