import { Button, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Recipe, restoreVersion, versionQuery, versionsQuery } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { When } from '../../../components/when/when.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { strings } from '../../../wording/strings.ts';
import { exportText, makeDraft } from '../draft.ts';
import classes from './builder.module.css';

const words = strings.recipeVersions;
/** Earlier versions are shown on request. */
const fewVersions = 5;

function Version({ recipe, version, onClose }: { recipe: Recipe; version: number; onClose: () => void }) {
  const workspace = useWorkspace();
  const { data } = useQuery(versionQuery(workspace.id, recipe.id, version));
  return (
    <Modal opened onClose={onClose} title={words.one(version)} size="lg">
      {data && <CodeBlock code={exportText(makeDraft(data))} name={words.one(version)} />}
    </Modal>
  );
}

/** The saved versions of a recipe, each of which can be looked at and restored. */
export function Versions({ recipe, mayRestore }: { recipe: Recipe; mayRestore: boolean }) {
  const workspace = useWorkspace();
  const mayWrite = useMay('member');
  const { data = [] } = useQuery(versionsQuery(workspace.id, recipe));
  const [shown, setShown] = useState<number>();
  const [all, setAll] = useState(false);
  if (data.length < 2) return null;
  const restore = (version: number) =>
    attempt(async () => {
      await restoreVersion(workspace.id, recipe.id, version);
      notifications.show({ message: words.restored(version) });
    });
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <ul className={classes.runs}>
        {data.slice(0, all ? data.length : fewVersions).map(({ version, savedAt, current }) => (
          <li key={version} className={classes.run}>
            <span>
              {words.one(version)} {current && <span className="dim">({words.current})</span>}
            </span>
            <span className="dim">
              <When time={savedAt} />
            </span>
            <span>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setShown(version)}>
                {words.show}
              </Button>
              {mayWrite && mayRestore && !current && (
                <Button size="compact-sm" variant="subtle" color="gray" onClick={() => restore(version)}>
                  {words.restore}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!all && data.length > fewVersions && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAll(true)}>
          {words.allVersions(data.length)}
        </Button>
      )}
      {shown !== undefined && <Version recipe={recipe} version={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
