/** The last part of a path with slashes. */
export const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** `cart.test` of `cart.test.ts`. */
export const withoutEnding = (name: string): string => name.replace(/\.\w+$/, '')

/** Without the `./` that some tools put before it. */
export const bareFile = (file: string): string => (file.startsWith('./') ? file.slice(2) : file)

export const isYaml = (file: string): boolean => file.endsWith('.yml') || file.endsWith('.yaml')
