/** Builds the plugin folder and the files at the repository's root, below `base`. */
export function buildPlugin(base: string): Promise<void>
