import packageJson from '../../../package.json' with { type: 'json' };

/** What a run was made with. */
export const versions = { sextant: packageJson.version, node: process.version };
