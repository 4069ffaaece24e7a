/**
 * Runs before the first paint. It shows the static frame (#first, see first-frame.ts) in the chosen colours until the
 * page's script, which it loads afterwards, has started.
 */
(() => {
  const { page } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  const kept = name => {
    try {
      return localStorage.getItem(name);
    } catch {
      // A browser without storage has no saved choices.
      return null;
    }
  };
  const chosen = kept('mantine-color-scheme-value');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  const path = location.pathname.slice(new URL(document.baseURI).pathname.length);
  const last = kept('filemill.first');
  // The static frame is in English.
  const isEnglish = /^en\b/.test(kept('filemill.language') ?? navigator.language);
  if (last && isEnglish && !/^(sign-in|welcome|invitation|reset-password)$/.test(path))
    dataset.first = path === '' && last === 'empty' ? 'convert' : 'frame';

  const begin = () => import(new URL(page, document.baseURI));
  // A hidden page is never painted.
  if (document.hidden) begin();
  else
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(begin)), {
      once: true,
    });
})();
