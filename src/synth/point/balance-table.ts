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
    often: 19,
    columns: [6.6, 1, 0.45, 0.33, 0.33, 0.45, 1, 6.6],
    rows: [0.025, 0.025, 0.11, 3.6, 40, 40],
  },
  'location between': {
    often: 4.3,
    columns: [40, 0.87, 0.17, 0.12, 0.12, 0.17, 0.87, 40],
    rows: [5, 0.097, 0.093, 0.16, 1.9, 40],
  },
  'location closest': {
    often: 5.2,
    columns: [2, 0.89, 0.91, 0.63, 0.63, 0.91, 0.89, 2],
    rows: [40, 1.4, 0.52, 0.33, 0.19, 0.45],
  },
  'location closest to': {
    often: 0.025,
    columns: [2.7, 0.92, 0.66, 0.61, 0.61, 0.66, 0.92, 2.7],
    rows: [1.2, 0.31, 0.33, 0.63, 1.3, 9.8],
  },
  'location early from the left': {
    often: 40,
    columns: [0.2, 0.12, 0.2, 0.36, 0.63, 1.3, 16, 40],
    rows: [0.78, 0.48, 0.48, 0.73, 1.2, 6.1],
  },
  'location early from the right': {
    often: 40,
    columns: [40, 16, 1.3, 0.63, 0.36, 0.2, 0.12, 0.2],
    rows: [0.78, 0.48, 0.48, 0.73, 1.2, 6.1],
  },
  'location farthest': {
    often: 17,
    columns: [0.37, 0.94, 1.6, 1.8, 1.8, 1.6, 0.94, 0.37],
    rows: [0.029, 0.08, 0.22, 0.92, 33, 40],
  },
  'location in front of': {
    often: 11,
    columns: [40, 0.79, 0.26, 0.12, 0.12, 0.26, 0.79, 40],
    rows: [40, 40, 0.36, 0.056, 0.044, 0.2],
  },
  'location late in the row': {
    often: 40,
    columns: [1.5, 1.1, 0.82, 0.77, 0.77, 0.82, 1.1, 1.5],
    rows: [0.7, 0.44, 0.37, 0.72, 1.5, 8.1],
  },
  'location leftmost': {
    often: 3.5,
    columns: [0.09, 0.15, 0.3, 0.55, 0.82, 1.7, 6, 40],
    rows: [0.56, 0.83, 0.85, 1.1, 0.97, 2.4],
  },
  'location on top of': {
    often: 3.2,
    columns: [1.4, 0.97, 0.93, 0.81, 0.81, 0.93, 0.97, 1.4],
    rows: [0.13, 0.18, 0.32, 0.52, 4.1, 40],
  },
  'location rightmost': {
    often: 3.5,
    columns: [40, 6, 1.7, 0.82, 0.55, 0.3, 0.15, 0.09],
    rows: [0.56, 0.83, 0.85, 1.1, 0.97, 2.4],
  },
  'location room': {
    often: 1,
    columns: [6.1, 0.92, 0.53, 0.34, 0.34, 0.53, 0.92, 6.1],
    rows: [7.5, 0.78, 0.36, 0.27, 0.44, 3.9],
  },
  'location tabletop': {
    often: 1,
    columns: [4.9, 0.83, 0.57, 0.43, 0.43, 0.57, 0.83, 4.9],
    rows: [0.64, 0.18, 0.2, 0.42, 2, 40],
  },
  'location to the left of': {
    often: 16,
    columns: [0.025, 0.025, 0.025, 0.09, 2.4, 40, 40, 40],
    rows: [0.45, 0.14, 0.21, 0.43, 2.9, 40],
  },
  'location to the right of': {
    often: 16,
    columns: [40, 40, 40, 2.4, 0.09, 0.025, 0.025, 0.025],
    rows: [0.45, 0.14, 0.21, 0.43, 2.9, 40],
  },
  'location yard': {
    often: 1,
    columns: [4.7, 0.99, 0.56, 0.39, 0.39, 0.56, 0.99, 4.7],
    rows: [1.3, 0.44, 0.37, 0.51, 1, 9.2],
  },
  'placement behind': {
    often: 2.1,
    columns: [1.9, 0.72, 0.94, 0.8, 0.8, 0.94, 0.72, 1.9],
    rows: [0.14, 0.32, 0.37, 0.48, 1.6, 40],
  },
  'placement between': {
    often: 1.6,
    columns: [27, 0.65, 0.27, 0.21, 0.21, 0.27, 0.65, 27],
    rows: [16, 0.38, 0.24, 0.26, 0.47, 5.4],
  },
  'placement in front of': {
    often: 1.2,
    columns: [2.5, 0.59, 1, 0.67, 0.67, 1, 0.59, 2.5],
    rows: [40, 2.3, 0.52, 0.34, 0.23, 0.16],
  },
  'placement on the': {
    often: 38,
    columns: [40, 1.9, 0.14, 0.061, 0.061, 0.14, 1.9, 40],
    rows: [40, 9.9, 0.033, 0.025, 0.14, 16],
  },
  'placement on top of': {
    often: 1.4,
    columns: [2.1, 0.92, 0.8, 0.63, 0.63, 0.8, 0.92, 2.1],
    rows: [0.18, 0.12, 0.29, 1.4, 4.9, 23],
  },
  'placement room': {
    often: 1,
    columns: [18, 0.89, 0.32, 0.2, 0.2, 0.32, 0.89, 18],
    rows: [40, 1.2, 0.31, 0.23, 0.25, 1.1],
  },
  'placement tabletop': {
    often: 1,
    columns: [8.6, 0.78, 0.44, 0.34, 0.34, 0.44, 0.78, 8.6],
    rows: [8, 0.38, 0.27, 0.33, 0.7, 5.4],
  },
  'placement to the left of': {
    often: 1.4,
    columns: [0.06, 0.18, 0.28, 0.37, 0.55, 0.67, 20, 40],
    rows: [2.1, 0.71, 0.89, 0.81, 0.78, 1.2],
  },
  'placement to the right of': {
    often: 1.4,
    columns: [40, 20, 0.67, 0.55, 0.37, 0.28, 0.18, 0.06],
    rows: [2.1, 0.71, 0.89, 0.81, 0.78, 1.2],
  },
  'placement yard': {
    often: 1,
    columns: [12, 0.72, 0.4, 0.3, 0.3, 0.4, 0.72, 12],
    rows: [7.9, 0.59, 0.34, 0.38, 0.51, 3.2],
  },
};
