import type { Recipe } from '@filemill/client';
import { changeItem } from './store.ts';

/** Chooses the conversion or the recipe of an item, with its default options. */
export const chooseFor = (id: string, choice: { target: string } | { recipe: Recipe }): void =>
  changeItem(id, {
    ...('recipe' in choice
      ? { recipe: { id: choice.recipe.id, name: choice.recipe.name } }
      : { target: choice.target, recipe: undefined }),
    options: {},
    problem: undefined,
    refused: undefined,
  });
