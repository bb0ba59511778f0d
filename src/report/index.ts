export { comparisonTables } from './comparison-tables.ts';
export * from './format.ts';
export { safeText } from './plain-text.ts';
export { createProgress } from './progress.ts';
export { type Format, formats, render } from './render.ts';
export { reportTables } from './run-tables.ts';
export { spreadTable } from './spread-table.ts';
export type { Table } from './table.ts';
