import type { ComponentProps, MouseEvent } from 'react'
import { base, navigate } from './location.js'

/** A real link, so that it can be copied and opened elsewhere; a plain click stays in the page. */
export function Link({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || event.button !== 0 || !isPlain) return
    event.preventDefault()
    navigate(
      href.startsWith('#') ? location.pathname.slice(base.length) + location.search + href : href,
    )
  }
  return (
    <a {...rest} href={href.startsWith('#') ? href : base + href} onClick={follow}>
      {children}
    </a>
  )
}
