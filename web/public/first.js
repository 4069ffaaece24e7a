/**
 * Runs before anything is painted. Until the page's script has been read and knows who is there, the frame of the page
 * (#first, see first-frame.ts) stands in its colours; only then does that script begin, which takes a while.
 */
(() => {
  const { page } = document.currentScript.dataset;
  const { dataset } = document.documentElement;
  const kept = name => {
    try {
      return localStorage.getItem(name);
    } catch {
      // A browser that keeps nothing has nothing chosen.
      return null;
    }
  };
  const chosen = kept('mantine-color-scheme-value');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  const path = location.pathname.slice(new URL(document.baseURI).pathname.length);
  const last = kept('filemill.first');
  if (last && !/^(sign-in|welcome|invitation|reset-password)$/.test(path))
    dataset.first = path === '' && last === 'empty' ? 'convert' : 'frame';

  const begin = () => import(new URL(page, document.baseURI));
  // A page that nobody looks at is never painted.
  if (document.hidden) begin();
  else
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(begin)), {
      once: true,
    });
})();
