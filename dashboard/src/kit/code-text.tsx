/** A sentence in which `backticks` mark code. */
export function CodeText({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="measured">
        {part}
      </code>
    ),
  )
}
