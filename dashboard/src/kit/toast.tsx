import { createContext, useCallback, useContext, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { toneText } from './tone.js'
import type { Tone } from './tone.js'

interface Message {
  id: number
  text: string
  tone: Tone
}

const SHOWN_MS = 6_000
const Toasts = createContext<(text: string, tone?: Tone) => void>(() => undefined)

/** Says briefly that something was done or was not. What must not be missed belongs on the page. */
export const useToast = () => useContext(Toasts)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const lastId = useRef(0)
  const show = useCallback((text: string, tone: Tone = 'good') => {
    const id = ++lastId.current
    setMessages((before) => [...before.slice(-2), { id, text, tone }])
    setTimeout(() => setMessages((before) => before.filter((one) => one.id !== id)), SHOWN_MS)
  }, [])
  return (
    <Toasts value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2"
      >
        {messages.map(({ id, text, tone }) => (
          <p
            key={id}
            className="rounded border border-line-strong bg-raised px-3 py-2 text-sm shadow-lg"
          >
            <span className={toneText[tone]}>{text}</span>
          </p>
        ))}
      </div>
    </Toasts>
  )
}
