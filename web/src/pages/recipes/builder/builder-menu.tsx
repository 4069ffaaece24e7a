import { Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { Braces, CopyPlus, Download, FileUp, Trash2 } from 'lucide-react';
import { deleteRecipe, type Recipe } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { removeUnlessUndone } from '../../../undo/hidden.ts';
import { strings } from '../../../wording/strings.ts';
import { type Draft, exportText, importText } from '../draft.ts';
import { chooseRecipeFile, saveRecipeFile } from '../recipe-files.ts';

const words = strings.recipes;

/** Further actions on a recipe: show as JSON, export, import, duplicate, delete. */
export function BuilderMenu({
  draft,
  recipe,
  onImport,
}: {
  draft: Draft;
  recipe: Recipe | undefined;
  onImport: (draft: Draft) => void;
}) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const mayWrite = useMay('member');
  const [opened, { open, close }] = useDisclosure(false);
  const importRecipe = async () => {
    const text = await chooseRecipeFile();
    const read = text === undefined ? undefined : importText(text);
    if (read) onImport(read);
    else if (text !== undefined) notifications.show({ color: 'red', message: words.notARecipe });
  };
  const remove = () => {
    const { id, name } = recipe!;
    removeUnlessUndone(id, words.deleted(name), () => deleteRecipe(workspace.id, id));
    void navigate({ to: '/recipes' });
  };
  return (
    <>
      <MoreMenu label={words.more}>
        <Menu.Item leftSection={<Braces size={16} />} onClick={open}>
          {words.showJson}
        </Menu.Item>
        <Menu.Item
          leftSection={<Download size={16} />}
          onClick={() => saveRecipeFile(draft.name || words.untitled, exportText(draft))}
        >
          {words.export}
        </Menu.Item>
        {mayWrite && (
          <Menu.Item leftSection={<FileUp size={16} />} onClick={importRecipe}>
            {words.import}
          </Menu.Item>
        )}
        {mayWrite && recipe && (
          <Menu.Item
            leftSection={<CopyPlus size={16} />}
            onClick={() => navigate({ to: '/recipes/new', search: { copy: recipe.id } })}
          >
            {words.duplicate}
          </Menu.Item>
        )}
        {mayWrite && recipe && (
          <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={remove}>
            {words.delete}
          </Menu.Item>
        )}
      </MoreMenu>
      <Modal opened={opened} onClose={close} title={words.json} size="lg">
        <Text c="dimmed" mb="sm">
          {words.jsonLead}
        </Text>
        <CodeBlock code={exportText(draft)} name={words.json} />
      </Modal>
    </>
  );
}
