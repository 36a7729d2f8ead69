import { ToastProvider } from './kit/toast.js'
import { LiveProvider } from './live/live.js'
import { Access } from './shell/access.js'
import { Shell } from './shell/shell.js'
import { followScheme } from './theme/scheme.js'

followScheme()

/**
 * The page: what the API of the local server answers, and what its live stream adds, as something
 * to read and to act on. It knows the types of `src/schema` and HTTP, renders every foreign text as
 * text, and calls only the server it came from.
 */
export function App() {
  return (
    <ToastProvider>
      <Access>
        <LiveProvider>
          <Shell />
        </LiveProvider>
      </Access>
    </ToastProvider>
  )
}
