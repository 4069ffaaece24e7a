import { Unreachable } from './fetch/unreachable.ts';

/** The reason why a model could not be installed: its server does not answer, MODELS_DIR cannot be written, or another one. */
export interface PullProblem {
  reason: 'unreachable' | 'denied' | 'full' | 'other';
  message: string;
}

const reasons: Record<string, PullProblem['reason']> = {
  EACCES: 'denied',
  EROFS: 'denied',
  EPERM: 'denied',
  ENOSPC: 'full',
};

export function explainPullProblem(error: unknown): PullProblem {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = error instanceof Unreachable ? 'unreachable' : (reasons[code] ?? 'other');
  return {
    reason,
    message: reason === 'denied' ? `${message}. Set MODELS_DIR to a writable folder.` : message,
  };
}
