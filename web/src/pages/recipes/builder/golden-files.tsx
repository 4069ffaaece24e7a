import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  acceptGoldenFile,
  checkGoldenFile,
  type GoldenFile,
  goldenFileQuery,
  goldenFilesQuery,
  removeGoldenFile,
} from '../../../api/golden-files.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { State, type StateName } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './golden-files.module.css';

const words = strings.goldenFiles;

const looks: Record<keyof typeof words.states, StateName> = {
  none: 'pending',
  pending: 'processing',
  passed: 'completed',
  different: 'failed',
  failed: 'failed',
};

/** The first differences of each file. */
function Differences({ golden }: { golden: GoldenFile }) {
  const workspace = useWorkspace();
  const { data } = useQuery(goldenFileQuery(workspace.id, golden.id, golden.check?.completedAt));
  return data?.check?.differences?.map(({ index, filename, lines = [], pages = [] }) => (
    <div key={index} className={classes.file}>
      <bdi>{filename}</bdi>
      {lines.length > 0 && (
        <pre className={classes.lines} dir="auto">
          {lines.map(({ line, expected, actual }, at) => (
            <span key={at}>
              {expected !== undefined && <del>{`${line} − ${expected}\n`}</del>}
              {actual !== undefined && <ins>{`${line} + ${actual}\n`}</ins>}
            </span>
          ))}
        </pre>
      )}
      {pages.map(({ page, share }) => (
        <div key={page} className="dim">
          {words.pageDiffers(page, Number((share * 100).toPrecision(3)))}
        </div>
      ))}
    </div>
  ));
}

function Row({ golden }: { golden: GoldenFile }) {
  const workspace = useWorkspace();
  const mayWrite = useMay('member');
  const { id, name, check } = golden;
  const status = check?.status ?? 'none';
  const isWrong = status === 'different' || status === 'failed';
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <bdi className="ellipsis">{name}</bdi>
        <State state={looks[status]} word={words.states[status]} />
      </div>
      <p className="dim">
        {check ? words.checkedVersion(check.recipeVersion) : words.notChecked}{' '}
        {check?.completedAt && <When time={check.completedAt} />}
      </p>
      {isWrong && check?.message && <p>{check.message}</p>}
      {status === 'different' && <Differences golden={golden} />}
      {mayWrite && (
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={status === 'pending'}
            onClick={() => attempt(() => checkGoldenFile(workspace.id, id))}
          >
            {words.check}
          </Button>
          {status === 'different' && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => attempt(() => acceptGoldenFile(workspace.id, id))}
            >
              {words.accept}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() =>
              window.confirm(words.confirmRemoval(name)) && attempt(() => removeGoldenFile(workspace.id, id))
            }
          >
            {words.remove}
          </Button>
        </Group>
      )}
    </li>
  );
}

/** The accepted results of a recipe, with the outcomes of their last checks. */
export function GoldenFiles({ recipe }: { recipe: Recipe }) {
  const workspace = useWorkspace();
  const { data = [] } = useQuery(goldenFilesQuery(workspace.id, recipe.id));
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {data.length === 0 && <p className="dim">{words.none}</p>}
      <ul className={classes.list}>
        {data.map(golden => (
          <Row key={golden.id} golden={golden} />
        ))}
      </ul>
    </section>
  );
}
