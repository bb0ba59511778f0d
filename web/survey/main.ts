import './survey.css';
import { type AskedQuestion, Questionnaire, type QuestionnaireAnswers } from '../../src/contracts/index.ts';

type GivenAnswer = QuestionnaireAnswers['answers'][number];

const page = document.getElementById('survey') ?? document.body;
const survey = Questionnaire.parse(JSON.parse(document.getElementById('questions')?.textContent ?? ''));
const storageKey = `sextant-survey ${JSON.stringify([survey.benchmarks.map(({ data }) => data), survey.questions.map(({ of, unit }) => [of, unit])])}`;
const state = restored();

/** What was answered before the page was closed. Some browsers keep nothing for pages from disk. */
function restored(): { name: string; answers: GivenAnswer[] } {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (isKept(kept)) return kept;
  } catch {}
  return { name: '', answers: [] };
}

function isKept(value: unknown): value is typeof state {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('answers' in value)) return false;
  return typeof value.name === 'string' && Array.isArray(value.answers);
}

function keep(): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {}
}

/** An element with its properties and what is in it; texts are never taken for markup. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Partial<HTMLElementTagNameMap[K]> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...inside);
  return made;
}

function show(...inside: Node[]): void {
  document.onkeydown = null;
  page.replaceChildren(...inside);
  window.scrollTo(0, 0);
}

function start(): void {
  const name = element('input', { id: 'name', value: state.name, maxLength: 40, autocomplete: 'off', required: true });
  const begin = element(
    'button',
    { className: 'primary', type: 'submit' },
    state.answers.length > 0 ? 'Continue' : 'Begin',
  );
  const form = element(
    'form',
    {},
    element('label', { htmlFor: 'name' }, 'A name or number for your answers'),
    element('div', { className: 'row' }, name, begin),
  );
  name.pattern = '[\\p{L}\\p{N}][\\p{L}\\p{N} ._\\-]*';
  form.onsubmit = (event) => {
    event.preventDefault();
    state.name = name.value.trim();
    keep();
    ask();
  };
  show(
    element('h1', {}, `${survey.questions.length} questions about space`),
    element(
      'p',
      {},
      'Look at the pictures and choose what is right, or point to it. There is no hurry, but the time that you take is measured. If a question has no answer that you could stand by, say so.',
    ),
    element(
      'p',
      { className: 'soft' },
      'Keys: letters choose, arrows point (slowly with Shift), Enter continues, 0 says that a question cannot be answered. Nothing is sent anywhere: at the end you download a file.',
    ),
    form,
    ...survey.benchmarks.map(({ title, licence }) =>
      element(
        'p',
        { className: 'soft' },
        licence === undefined ? title : `${title}. Licence of its pictures: ${licence}`,
      ),
    ),
  );
  name.focus();
}

function ask(): void {
  const place = state.answers.length;
  const question = survey.questions[place];
  if (!question) {
    finish();
    return;
  }
  let text: string | undefined;
  let seen = Number.NaN;
  const next = element('button', { className: 'primary', disabled: true }, 'Next (Enter)');
  const choose = (answer: string) => {
    text = answer;
    next.disabled = false;
  };
  const answer = (given: string | null) => {
    const ms = Math.max(0, Math.round(performance.now() - seen));
    // What never appeared was not answered by looking at it, however long that took.
    state.answers.push({ of: question.of, unit: question.unit, text: given, ms: Number.isFinite(ms) ? ms : 0 });
    keep();
    ask();
  };
  next.onclick = () => text !== undefined && answer(text);
  const unanswerable = element('button', {}, 'Cannot be answered (0)');
  unanswerable.onclick = () => answer(null);
  const choices = choicesOf(question, choose);
  const { media, point } = mediaOf(question, choose, () => {
    if (Number.isNaN(seen)) seen = performance.now();
  });
  show(
    element('progress', { max: survey.questions.length, value: place }),
    element('p', { className: 'soft' }, `Question ${place + 1} of ${survey.questions.length}`),
    media,
    element('p', {}, question.question),
    ...(question.choices
      ? [choices]
      : [
          element(
            'p',
            { className: 'soft' },
            'Click or tap the place in the picture, or move to it with the arrow keys.',
          ),
        ]),
    element('div', { className: 'row' }, next, unanswerable),
  );
  document.onkeydown = (event) => {
    const { key, repeat, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const way = arrows[key];
    if (point && way) {
      event.preventDefault();
      point(way, shiftKey);
    }
    // A key that is held down answers one question, not all that follow. Enter on that button means the button.
    if (repeat || (key === 'Enter' && event.target === unanswerable)) return;
    if (key === 'Enter' && text !== undefined) answer(text);
    else if (key === '0') answer(null);
    else choices.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(key.toUpperCase())}"]`)?.click();
  };
}

function choicesOf({ choices = {} }: AskedQuestion, choose: (text: string) => void): HTMLElement {
  const buttons = Object.entries(choices).map(([letter, option]) => {
    const button = element('button', { value: letter, ariaPressed: 'false' }, `${letter}. ${option}`);
    button.onclick = () => {
      for (const other of buttons) other.ariaPressed = String(other === button);
      choose(letter);
    };
    return button;
  });
  return element('div', { className: 'choices' }, ...buttons);
}

/** Which way a key moves the cross. */
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the cross a step that way, or by a single pixel. */
type MoveCross = (way: readonly [x: number, y: number], slowly: boolean) => void;

/** Calls `ready` once everything that is shown can be seen. */
function mediaOf(
  question: AskedQuestion,
  choose: (text: string) => void,
  ready: () => void,
): { media: HTMLElement; point: MoveCross | undefined } {
  let waiting = question.pictures.length + question.clips.length;
  const loaded = () => {
    waiting -= 1;
    if (waiting <= 0) ready();
  };
  if (waiting === 0) ready();
  let point: MoveCross | undefined;
  const figures = [
    ...question.pictures.map((src, at) => {
      const picture = element('img', { alt: `picture ${at + 1}`, onload: loaded, src });
      if (!question.choices) {
        const pointed = pointing(picture, choose);
        point = pointed.point;
        return pointed.figure;
      }
      // Questions about several pictures call them by their numbers.
      const number = question.pictures.length > 1 ? [element('figcaption', {}, String(at + 1))] : [];
      return element('figure', {}, picture, ...number);
    }),
    ...question.clips.map((src) =>
      element(
        'figure',
        {},
        element('video', {
          controls: true,
          muted: true,
          loop: true,
          playsInline: true,
          autoplay: true,
          onloadeddata: loaded,
          src,
        }),
      ),
    ),
  ];
  return { media: element('div', { className: 'media' }, ...figures), point };
}

/** How many steps of the cross a picture is wide. */
const STEPS = 48;

/** A picture in which a place can be pointed out; the last one counts. Keys begin in the middle. */
function pointing(
  picture: HTMLImageElement,
  choose: (text: string) => void,
): { figure: HTMLElement; point: MoveCross } {
  const cross = element('span', { className: 'cross', hidden: true });
  let pointed: readonly [x: number, y: number] | undefined;
  const put = (x: number, y: number) => {
    const { naturalWidth, naturalHeight } = picture;
    const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));
    pointed = [within(x, naturalWidth), within(y, naturalHeight)];
    cross.hidden = false;
    cross.style.left = `${(100 * (pointed[0] + 0.5)) / naturalWidth}%`;
    cross.style.top = `${(100 * (pointed[1] + 0.5)) / naturalHeight}%`;
    choose(`(${pointed.join(', ')})`);
  };
  picture.onclick = ({ offsetX, offsetY }) => {
    const { clientWidth, clientHeight, naturalWidth, naturalHeight } = picture;
    put((offsetX / clientWidth) * naturalWidth, (offsetY / clientHeight) * naturalHeight);
  };
  return {
    figure: element('figure', { className: 'pointing' }, picture, cross),
    point([right, down], slowly) {
      const { naturalWidth, naturalHeight } = picture;
      // Before it can be seen there is nothing to point at.
      if (naturalWidth === 0) return;
      const [x, y] = pointed ?? [naturalWidth / 2, naturalHeight / 2];
      const step = slowly ? 1 : Math.ceil(naturalWidth / STEPS);
      put(x + right * step, y + down * step);
    },
  };
}

function finish(): void {
  const answers: QuestionnaireAnswers = {
    format: 'sextant-survey-answers-1',
    name: state.name,
    benchmarks: survey.benchmarks.map(({ name, data }) => ({ name, data })),
    answers: state.answers,
  };
  const href = URL.createObjectURL(new Blob([JSON.stringify(answers, null, 1)], { type: 'application/json' }));
  const save = element('a', { href, download: `survey-${state.name.replaceAll(' ', '-')}.json` });
  save.append(element('button', { className: 'primary' }, 'Download the answers'));
  show(
    element('h1', {}, 'Thank you.'),
    element('p', {}, 'All questions are answered. Download the file and hand it to whoever asked you.'),
    element('div', { className: 'row' }, save),
  );
}

start();
