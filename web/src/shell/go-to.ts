import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listPlaces } from './navigation.ts';
import { isTyping } from './overlays.ts';

/** How long the second key may take. */
const patienceMs = 1500;

/** G and the key of a page opens it. */
export function useGoTo(isOperator: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    let began = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const key = event.key.toLowerCase();
      const isSecond = event.timeStamp - began < patienceMs;
      began = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const place = isSecond ? listPlaces(isOperator).find(place => place.key === key) : undefined;
      if (!place?.to || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      void navigate({ to: place.to as '/' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, isOperator]);
}
