/** Whether a file of a board holds tasks: neither drafts nor what was archived unfinished. */
export const isBoardFile = (file: string): boolean =>
  file.endsWith('.jsonl') ||
  (file.endsWith('.md') && !/(?:^|[/\\])(?:archive|drafts)[/\\]/.test(file))
