import fc from 'fast-check';
import { runsAll } from './needs.ts';

// `npm test` says the same about the same code on every machine; `npm run test:all` also tries new values.
if (!runsAll) fc.configureGlobal({ seed: 20_261_118 });

export default fc;
