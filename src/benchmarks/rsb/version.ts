/** Another name whenever the same commands could lead elsewhere, or the same seed to another table. */
export const worldVersion = 'rsb-world-2';
