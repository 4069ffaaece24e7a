import { useEffect, useRef, useState } from 'react';

/** Returns whether an element has been in view. */
export function useSeen() {
  const element = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}
