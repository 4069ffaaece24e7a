/** Waveforms use the page's colours, and a nonce that the Content-Security-Policy allows. */
export const waveOptions = () => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    waveColor: colour('--mantine-color-gray-5'),
    progressColor: colour('--mantine-color-iris-6'),
    cursorColor: colour('--mantine-color-iris-6'),
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    cspNonce: document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '',
  };
};
