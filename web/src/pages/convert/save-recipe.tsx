import { Button, Group, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { Target } from '../../added-files/targets.ts';
import { describeProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspaceApi } from '../../api/workspace.ts';
import { CheckedForm } from '../../components/checked-form/checked-form.tsx';
import { useFocusBack } from '../../components/dialogs/focus-back.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.convert;

/** Saves the last conversion as a recipe with one step. */
export function SaveRecipe({
  target,
  options,
  onClose,
}: {
  target: Target | undefined;
  options: Record<string, unknown>;
  onClose: () => void;
}) {
  useFocusBack();
  const api = useWorkspaceApi();
  const [problem, setProblem] = useState<string>();
  async function save(event: FormEvent<HTMLFormElement>) {
    const name = String(new FormData(event.currentTarget).get('name'));
    try {
      await api.recipes.create({
        name,
        description: '',
        steps: [
          { name: target!.title, jobType: target!.jobType.id, options: { ...target!.options, ...options } },
        ],
      });
      queryClient.invalidateQueries({ queryKey: ['recipes'] });
      notifications.show({ message: words.recipeSaved });
      onClose();
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  return (
    <Modal opened={target !== undefined} onClose={onClose} title={words.saveRecipe}>
      <CheckedForm onSubmit={save}>
        <TextInput
          name="name"
          label={words.recipeName}
          defaultValue={target?.title}
          required
          maxLength={200}
          error={problem}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit">{words.save}</Button>
        </Group>
      </CheckedForm>
    </Modal>
  );
}
