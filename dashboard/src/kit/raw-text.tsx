/** Text of an agent, a tool or a file, as it is: never markup. */
export function RawText({ text, label }: { text: string; label: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className="measured max-h-[28rem] overflow-auto rounded border border-line bg-sunken px-3 py-2 break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}
