import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { recipeQuery } from '../../../api/recipes.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { strings } from '../../../wording/strings.ts';
import { makeDraft } from '../draft.ts';
import { Builder } from './builder.tsx';

export function RecipePage() {
  const workspace = useWorkspace();
  const { recipeId } = useParams({ from: '/shell/recipes/$recipeId' });
  const { data, error, refetch } = useQuery({
    ...recipeQuery(workspace.id, recipeId),
    refetchOnWindowFocus: false,
  });
  const start = useMemo(() => data && makeDraft(data), [data]);
  if (!data || !start)
    return (
      <Page title={strings.recipes.one}>
        {error ? (
          <LoadError
            error={error}
            onRetry={refetch}
            list={{ to: '/recipes', title: strings.recipes.title }}
          />
        ) : (
          <Skeleton height={320} />
        )}
      </Page>
    );
  return <Builder key={`${recipeId} ${data.updatedAt}`} start={start} recipe={data} />;
}
