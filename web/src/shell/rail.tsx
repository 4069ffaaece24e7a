import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session/session.ts';
import { Mark } from '../components/mark.tsx';
import { strings } from '../wording/strings.ts';
import { sections } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';
import classes from './shell.module.css';

export function PlaceList({ onClick }: { onClick?: () => void }) {
  const { user } = useSession();
  return sections
    .filter(({ operators }) => !operators || user.operator)
    .map(({ title, places }) => (
      <div key={places[0]!.label}>
        {title && <p className={classes.sectionTitle}>{title}</p>}
        <ul className={classes.list}>
          {places.map(place => (
            <li key={place.label}>
              <PlaceLink place={place} {...(onClick && { onClick })} />
            </li>
          ))}
        </ul>
      </div>
    ));
}

export function Rail() {
  return (
    <nav className={classes.rail} aria-label={strings.shell.navigation}>
      <Link to="/" className={classes.mark}>
        <Mark size={26} />
        {strings.product}
      </Link>
      <PlaceList />
    </nav>
  );
}
