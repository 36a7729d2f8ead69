import type { ChatReply, ChatRequest, ChatScript } from './chat-server.js'

/** The stories that the scripted model plays; the first words of a session name its story. */
const stories: Readonly<Record<string, ChatScript>> = {
  /** Says that it is done when it is not; told so, it mends it. */
  early: (request) =>
    play(request, {
      begin: [bash('npm test'), say('Done. All tests pass.')],
      pushed: [bash("echo 'echo 3 passed' > check.sh && npm test"), say('All tests pass now.')],
    }),
  done: (request) =>
    play(request, {
      begin: [
        bash("echo 'echo 3 passed' > check.sh && npm test"),
        say('Done: check.sh is mended and all tests pass.'),
      ],
    }),
  /** Breaks off in the middle of a sentence, which no gate objects to. */
  stuck: (request) =>
    play(request, {
      begin: [
        bash('ls'),
        say('I have read the client module, and the retry logic belongs into the'),
      ],
      pushed: [bash('touch retry.txt'), say('The retry logic is in place. Done.')],
    }),
  hang: () => ({ text: 'Thinking about it', hangs: true }),
  half: (request) =>
    play(request, {
      begin: [bash('touch half.txt'), say('Half of the files are moved.')],
      pushed: [bash('touch rest.txt'), say('All files are moved. Done.')],
    }),
  /** Long enough for the client to compress its context by itself. */
  big: (request) =>
    play(request, {
      begin: [
        bash('touch half.txt'),
        { ...say('Half of the files are moved.'), promptTokens: 195_000 },
      ],
      goOn: [say('I went on and moved some more files.')],
      pushed: [bash('touch rest.txt'), say('All files are moved. Done.')],
    }),
  plain: () => say('It is a small project.'),
}

interface Parts {
  begin: ChatReply[]
  /** After the client's own "go on" behind a compaction. */
  goOn?: ChatReply[]
  /** After words of ours. */
  pushed?: ChatReply[]
}

function play(request: ChatRequest, { begin, goOn = begin, pushed = [] }: Parts): ChatReply {
  const { messages } = request
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const steps = messages.slice(from).filter(({ role }) => role === 'assistant').length
  const words = messages[from]?.text ?? ''
  const part = isOurs(words) ? pushed : storyIn(words) === null ? goOn : begin
  return part[Math.min(steps, part.length - 1)] ?? say('Nothing more to do.')
}

/** What our pushes and nudges have in common in these stories; only the script needs to know. */
const isOurs = (text: string): boolean =>
  /^(Not done yet|You announced|The context was|You stopped|Nothing has|Your context)/.test(text)

const storyIn = (text: string): string | null => /\[(\w+)\]/.exec(text)?.[1] ?? null

const say = (text: string): ChatReply => ({ text })

const bash = (command: string): ChatReply => ({
  text: 'One moment.',
  calls: [{ name: 'bash', args: { command, description: 'work' } }],
})

export const script: ChatScript = (request) => {
  if (/title generator/i.test(request.system)) return say('A title')
  const story = request.messages.map(({ text }) => storyIn(text)).find((name) => name !== null)
  if (!request.hasTools && /summar/i.test(request.lastUser)) {
    return say(`## Goal\n[${story}] Move the files.\n## Progress\nHalf of them.`)
  }
  return stories[story ?? 'plain']?.(request) ?? say('Nothing to do.')
}
