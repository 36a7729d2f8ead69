const EXTENSION = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|png|jpe?g|gif|svg|webp|ico|pdf)$/i
const NAME = new RegExp(
  [
    String.raw`^(?:readme|changelog|changes|history|license|licence|copying|notice|authors|`,
    String.raw`contributors|contributing|code_of_conduct|security|todo|notes)(?:\.(?:txt|md))?$`,
  ].join(''),
  'i',
)
const IGNORE_FILE =
  /^\.(?:git|docker|npm|prettier|eslint)ignore$|^\.editorconfig$|^\.gitattributes$/

/** A file that no test run depends on: text for people, pictures, lists of what to ignore. */
export function isDocumentation(file: string): boolean {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  if (EXTENSION.test(name) || NAME.test(name) || IGNORE_FILE.test(name)) return true
  return /\.txt$/i.test(name) && /(?:^|[\\/])docs?[\\/]/i.test(file)
}
