/** What `import` needs beyond running the suites. */
export { asEpisode, episodesLike, parseRates, verdictOf } from './foreign.ts';
export { suites } from './suites.ts';
