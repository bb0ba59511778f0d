// Written by scripts/write-point-balance.ts.

/** Factors by column and row of the picture, and one for all of it. */
export interface Balance {
  often: number;
  columns: number[];
  rows: number[];
}

export const GRID = { columns: 8, rows: 6 };

export const table: Record<string, Balance> = {
  'location behind': {
    often: 20,
    columns: [4.5, 1.2, 0.54, 0.34, 0.34, 0.54, 1.2, 4.5],
    rows: [0.025, 0.041, 0.14, 1.4, 40, 40],
  },
  'location between': {
    often: 6,
    columns: [40, 0.76, 0.21, 0.13, 0.13, 0.21, 0.76, 40],
    rows: [3.7, 0.14, 0.14, 0.2, 1.3, 40],
  },
  'location closest': {
    often: 4.2,
    columns: [2.2, 0.92, 0.79, 0.63, 0.63, 0.79, 0.92, 2.2],
    rows: [40, 0.9, 0.34, 0.32, 0.33, 0.71],
  },
  'location closest to': {
    often: 0.079,
    columns: [1.9, 0.91, 0.79, 0.71, 0.71, 0.79, 0.91, 1.9],
    rows: [1, 0.37, 0.38, 0.71, 1.4, 7],
  },
  'location early from the left': {
    often: 40,
    columns: [0.22, 0.14, 0.25, 0.42, 0.56, 1.3, 8.6, 40],
    rows: [0.81, 0.5, 0.49, 0.69, 1.4, 5.4],
  },
  'location early from the right': {
    often: 40,
    columns: [40, 8.6, 1.3, 0.56, 0.42, 0.25, 0.14, 0.22],
    rows: [0.81, 0.5, 0.49, 0.69, 1.4, 5.4],
  },
  'location farthest': {
    often: 11,
    columns: [0.44, 0.83, 1.5, 1.8, 1.8, 1.5, 0.83, 0.44],
    rows: [0.045, 0.11, 0.29, 1, 10, 40],
  },
  'location in front of': {
    often: 14,
    columns: [16, 0.93, 0.35, 0.2, 0.2, 0.35, 0.93, 16],
    rows: [40, 22, 0.31, 0.093, 0.075, 0.21],
  },
  'location late in the row': {
    often: 40,
    columns: [1.4, 0.93, 0.97, 0.77, 0.77, 0.97, 0.93, 1.4],
    rows: [0.71, 0.42, 0.49, 0.9, 1.7, 4.4],
  },
  'location leftmost': {
    often: 2.5,
    columns: [0.1, 0.21, 0.36, 0.53, 0.67, 1.4, 4.5, 40],
    rows: [0.56, 0.6, 0.67, 1, 1.3, 3.4],
  },
  'location on top of': {
    often: 5,
    columns: [1.1, 1, 0.94, 1, 1, 0.94, 1, 1.1],
    rows: [0.2, 0.22, 0.42, 0.45, 1.9, 40],
  },
  'location rightmost': {
    often: 2.5,
    columns: [40, 4.5, 1.4, 0.67, 0.53, 0.36, 0.21, 0.1],
    rows: [0.56, 0.6, 0.67, 1, 1.3, 3.4],
  },
  'location room': {
    often: 1,
    columns: [4, 0.97, 0.63, 0.42, 0.42, 0.63, 0.97, 4],
    rows: [3.8, 0.74, 0.43, 0.39, 0.66, 3.3],
  },
  'location tabletop': {
    often: 1,
    columns: [3.4, 0.91, 0.66, 0.49, 0.49, 0.66, 0.91, 3.4],
    rows: [0.72, 0.22, 0.27, 0.51, 1.6, 28],
  },
  'location to the left of': {
    often: 20,
    columns: [0.025, 0.025, 0.037, 0.1, 1.4, 40, 40, 40],
    rows: [0.46, 0.2, 0.3, 0.61, 2.4, 24],
  },
  'location to the right of': {
    often: 20,
    columns: [40, 40, 40, 1.4, 0.1, 0.037, 0.025, 0.025],
    rows: [0.46, 0.2, 0.3, 0.61, 2.4, 24],
  },
  'location yard': {
    often: 1,
    columns: [2.9, 1.1, 0.62, 0.52, 0.52, 0.62, 1.1, 2.9],
    rows: [1.1, 0.51, 0.47, 0.62, 1.1, 5.4],
  },
  'placement behind': {
    often: 2.1,
    columns: [2, 0.78, 0.86, 0.74, 0.74, 0.86, 0.78, 2],
    rows: [0.16, 0.32, 0.35, 0.51, 1.4, 40],
  },
  'placement between': {
    often: 1.6,
    columns: [21, 0.61, 0.32, 0.25, 0.25, 0.32, 0.61, 21],
    rows: [17, 0.34, 0.23, 0.25, 0.6, 5.1],
  },
  'placement in front of': {
    often: 1.3,
    columns: [2.8, 0.68, 0.84, 0.62, 0.62, 0.84, 0.68, 2.8],
    rows: [40, 1.7, 0.45, 0.34, 0.24, 0.2],
  },
  'placement on the': {
    often: 40,
    columns: [29, 1.2, 0.21, 0.14, 0.14, 0.21, 1.2, 29],
    rows: [40, 6.7, 0.067, 0.032, 0.2, 6.2],
  },
  'placement room': {
    often: 1,
    columns: [9.8, 0.93, 0.4, 0.27, 0.27, 0.4, 0.93, 9.8],
    rows: [40, 1.7, 0.39, 0.23, 0.21, 0.64],
  },
  'placement tabletop': {
    often: 1,
    columns: [5, 0.79, 0.54, 0.47, 0.47, 0.54, 0.79, 5],
    rows: [5.4, 0.5, 0.39, 0.42, 0.76, 3],
  },
  'placement to the left of': {
    often: 1.5,
    columns: [0.1, 0.23, 0.29, 0.33, 0.5, 0.68, 11, 40],
    rows: [2.1, 0.68, 0.77, 0.75, 0.86, 1.4],
  },
  'placement to the right of': {
    often: 1.5,
    columns: [40, 11, 0.68, 0.5, 0.33, 0.29, 0.23, 0.1],
    rows: [2.1, 0.68, 0.77, 0.75, 0.86, 1.4],
  },
  'placement yard': {
    often: 1,
    columns: [5.6, 0.75, 0.53, 0.45, 0.45, 0.53, 0.75, 5.6],
    rows: [3.4, 0.48, 0.46, 0.57, 0.79, 3],
  },
};
