import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { recipeQuery } from '../../../api/recipes.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import { type Draft, emptyDraft, makeDraft } from '../draft.ts';
import { takeImported } from '../imported.ts';
import { templates } from '../templates.ts';
import { Builder } from './builder.tsx';

/** An unsaved recipe: empty, from an example, an imported file, or a copy of another. */
export function NewRecipePage() {
  const workspace = useWorkspace();
  const { template, copy } = useSearch({ from: '/shell/recipes/new' });
  const { data } = useQuery({ ...recipeQuery(workspace.id, copy ?? ''), enabled: copy !== undefined });
  const [begun] = useState<Draft>(
    () => takeImported() ?? templates[template as keyof typeof templates]?.() ?? emptyDraft,
  );
  if (copy !== undefined && !data) return <Skeleton height={320} m="xl" />;
  const copied = data && { ...makeDraft(data), name: strings.recipes.copyOf(data.name) };
  // A copy is a new recipe: stored secrets of the original are not copied.
  const start = copied
    ? { ...copied, steps: copied.steps.map(({ previousIndex: _, secretOptions: __, ...step }) => step) }
    : begun;
  return <Builder key={copy ?? 'new'} start={start} />;
}
