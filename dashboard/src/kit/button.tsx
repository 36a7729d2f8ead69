import type { ComponentProps } from 'react'

const LOOKS = {
  plain: 'border-line-strong bg-raised text-ink hover:bg-sunken',
  strong: 'border-accent bg-accent text-on-accent hover:opacity-90',
  danger: 'border-bad bg-raised text-bad hover:bg-bad-wash',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-sunken hover:text-ink',
}

export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 rounded border px-2.5 py-1 text-sm whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-55 ${LOOKS[look]} ${className}`}
    />
  )
}

type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof LOOKS }
