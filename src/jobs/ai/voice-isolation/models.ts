import type { ModelDeclaration } from '../../../models/model.ts';
import { htdemucs } from '../sound/htdemucs.ts';

export const models: readonly ModelDeclaration[] = [htdemucs];
