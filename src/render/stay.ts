/** For how many pictures a camera must look from one place before it is taken to stay there. */
const PATIENCE = 6;
/** Views that are remembered: those of as many cameras take turns. */
const MOST_VIEWS = 8;

/** Tells cameras that stay where they are from those that move, by the views of the latest pictures. */
export class StayTracker {
  /** The one that was looked from last comes last. */
  #views: { numbers: Float64Array; pictures: number }[] = [];

  /** Takes note of a view, and says whether it has been looked from for a while. */
  stays(numbers: Float64Array): boolean {
    const known = this.#views.find((view) => view.numbers.every((value, i) => value === numbers[i]));
    const view = known ?? { numbers, pictures: 0 };
    view.pictures += 1;
    this.#views = [...this.#views.filter((each) => each !== known), view].slice(-MOST_VIEWS);
    return view.pictures > PATIENCE;
  }
}
