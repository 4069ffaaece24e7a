import { Link } from '@tanstack/react-router';
import { type Place, useIsHere } from './navigation.ts';
import classes from './shell.module.css';

/** One entry of the side bar or the bottom bar. */
export function PlaceLink({ place, onClick }: { place: Place; onClick?: () => void }) {
  const isHere = useIsHere();
  const inside = (
    <>
      <place.icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span>{place.label}</span>
    </>
  );
  if (place.href)
    return (
      <a
        className={classes.place}
        href={new URL(place.href, document.baseURI).href}
        target="_blank"
        rel="noreferrer"
      >
        {inside}
      </a>
    );
  return (
    <Link
      to={place.to as '/'}
      className={classes.place}
      activeOptions={{ exact: place.to === '/' }}
      data-here={isHere(place) || undefined}
      {...(onClick && { onClick })}
    >
      {inside}
    </Link>
  );
}
