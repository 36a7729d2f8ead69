/** A text with the home directory written as `~`. */
export const shorten = (text: string, home: string): string =>
  home === '' || home === '/' ? text : text.replaceAll(`${home}/`, '~/')
