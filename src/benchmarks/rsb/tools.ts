/** What commands need beyond running the suites. */
export { asEpisode, episodesLike, parseRates, verdictOf } from './foreign.ts';
export { allInstructions, placeholders } from './instructions.ts';
export { officialFiles } from './official.ts';
export { openQuestions } from './questions/open.ts';
export { buildRecords, recordsJson } from './questions/records.ts';
export { RsbSample } from './sample.ts';
export { suites } from './suites.ts';
export { parseTaskConfig } from './task-config.ts';
export { worldVersion } from './version.ts';
