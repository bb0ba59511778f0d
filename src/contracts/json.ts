/** What JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What only one benchmark or world has to say: shared code hands it on and does not look into it. */
export type Extras = Readonly<Record<string, Json>>;
