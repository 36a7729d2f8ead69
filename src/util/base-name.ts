/** The last part of a path with slashes. */
export const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
