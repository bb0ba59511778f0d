import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../src/contracts/index.ts';
import type { ReplayScene } from './messages.ts';
import type { Recording } from './recording.ts';
import { SceneRenderer } from './scene-renderer.ts';

/** Slower than this many milliseconds per picture, it is drawn coarser; no coarser than this part of the pixels. */
const SLOW_MS = 28;
const COARSEST = 0.5;
/** When nothing has moved for so long, the picture is drawn as fine as the display is. */
const REST_MS = 300;

/** The world at one moment, as several of its cameras see it. */
export function Viewport(props: {
  recording: Recording;
  scene: ReplayScene;
  step: number;
  /** The large one first. */
  views: readonly string[];
  label: string;
}) {
  const { recording, scene, step, views } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<DrawScheduler>(undefined);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (!canvas.current) return;
    try {
      drawing.current = new DrawScheduler(canvas.current, scene);
    } catch (error) {
      setFailure(messageOf(error));
    }
    return () => {
      drawing.current?.dispose();
      drawing.current = undefined;
    };
  }, [scene]);

  useEffect(() => drawing.current?.show(recording, step, views));

  if (failure !== undefined) return <p className="muted">This browser cannot draw 3-D graphics: {failure}</p>;
  return <canvas ref={canvas} className="replay-canvas" aria-label={props.label} role="img" />;
}

const FINEST = Math.min(2, devicePixelRatio);

/** Draws at most once per frame of the display, and only when something changed. */
class DrawScheduler {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: SceneRenderer;
  readonly #watch: ResizeObserver;
  #request = 0;
  /** Pixels of the picture for each of the page, while it moves. */
  #ratio = FINEST;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #fitted = '';
  #slow = 0;
  #step = -1;
  #known = 0;

  constructor(canvas: HTMLCanvasElement, scene: ReplayScene) {
    this.#canvas = canvas;
    this.#renderer = new SceneRenderer(canvas, scene, () => this.#soon());
    this.#watch = new ResizeObserver(() => this.#soon());
    this.#watch.observe(canvas);
  }

  show(recording: Recording, step: number, views: readonly string[]): void {
    const known = recording.steps.length;
    if (step !== this.#step || known !== this.#known) this.#renderer.pose((poses) => recording.posesAt(step, poses));
    this.#step = step;
    this.#known = known;
    this.#renderer.views = views;
    this.#soon();
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#rest);
    this.#watch.disconnect();
    this.#renderer.dispose();
  }

  #soon(): void {
    if (this.#request !== 0) return;
    const asked = performance.now();
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#fit(this.#ratio);
      this.#renderer.draw();
      this.#adapt(performance.now() - asked);
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#settle(), REST_MS);
    });
  }

  /** After several slow frames in a row, lowers the resolution. */
  #adapt(took: number): void {
    this.#slow = took > SLOW_MS ? this.#slow + 1 : 0;
    if (this.#slow < 5 || this.#ratio <= COARSEST) return;
    this.#slow = 0;
    this.#ratio = Math.max(COARSEST, this.#ratio * 0.8);
  }

  #settle(): void {
    this.#fit(FINEST);
    this.#renderer.settle();
  }

  #fit(ratio: number): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const fitted = `${clientWidth} ${clientHeight} ${ratio}`;
    if (clientWidth === 0 || clientHeight === 0 || fitted === this.#fitted) return;
    this.#fitted = fitted;
    this.#renderer.resize(clientWidth, clientHeight, ratio);
  }
}
