import type { Links } from '../../storage/links.ts';
import type { DirectTransfers } from '../../storage/storage.ts';
import type { PlanRow } from '../people/plans/plans.ts';

/** The values needed to sign addresses for a caller. */
export interface Signing {
  links: Links;
  /** Set if callers send files to the store and fetch them from it. */
  direct: DirectTransfers | undefined;
  /** `{base_url}` as the caller sees it. */
  base: string;
  plan: Pick<PlanRow, 'upload_url_seconds' | 'download_url_seconds'>;
  now: number;
  /** Whether the caller may send inputs. Callers who may only read get no upload addresses. */
  mayUpload: boolean;
}
