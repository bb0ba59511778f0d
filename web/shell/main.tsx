// First, so that what pages and parts say about themselves comes after it.
import './style.css';

import { createRoot } from 'react-dom/client';
import { openSource } from '../source/index.ts';
import { App } from './app.tsx';
import { Problem } from './boundary.tsx';
import { applyTheme } from './theme.tsx';

applyTheme();
const place = document.getElementById('root');
if (place) {
  const root = createRoot(place);
  openSource().then(
    (source) => {
      // A report is read from its first page; an address that names another one is a link to it.
      if (source.front && location.hash === '') history.replaceState(null, '', '#/report');
      root.render(<App source={source} />);
    },
    (error: unknown) => root.render(<Problem error={error} />),
  );
}
