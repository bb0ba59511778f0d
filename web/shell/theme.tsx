import { useSyncExternalStore } from 'react';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const key = 'sextant-theme';
const changes = new EventTarget();

const icons: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

/** Light or dark as the system has it, unless somebody chose. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, stored);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <button
      type="button"
      className="button quiet icon"
      onClick={() => choose(next)}
      title={`Colours: ${theme}. Press for ${next}.`}
    >
      <span aria-hidden="true">{icons[theme]}</span>
      <span className="visually-hidden">{`Colours: ${theme}`}</span>
    </button>
  );
}

/** To be called before anything is drawn. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = stored();
}

/** One step round: auto, light, dark. */
export function nextTheme(): void {
  choose(themes[(themes.indexOf(stored()) + 1) % themes.length] ?? 'auto');
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A page from disk may have no storage: the choice then lasts as long as the page.
  }
  document.documentElement.dataset.theme = theme;
  changes.dispatchEvent(new Event('change'));
}

function stored(): Theme {
  const chosen = document.documentElement.dataset.theme ?? saved();
  return themes.find((theme) => theme === chosen) ?? 'auto';
}

function saved(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function subscribe(changed: () => void): () => void {
  changes.addEventListener('change', changed);
  return () => changes.removeEventListener('change', changed);
}
