import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { Link, type LinkProps } from './link.tsx'

type Look = { tone?: 'primary' | 'quiet' | 'plain' | 'danger'; size?: 'md' | 'sm' }

const tones = {
  primary: 'bg-primary-700 text-white hover:bg-primary-800 active:bg-primary-900',
  quiet: 'bg-white text-gray-800 ring-1 ring-inset ring-gray-300 hover:bg-gray-50 active:bg-gray-100',
  plain: 'text-gray-700 hover:bg-gray-100 active:bg-gray-200',
  danger: 'bg-danger-700 text-white hover:bg-danger-800',
}
// Touch targets need 44 pixels; with a mouse the small size may be smaller.
const sizes = {
  md: 'min-h-11 px-5 text-base',
  sm: 'min-h-11 px-3.5 text-sm pointer-fine:min-h-9',
}

export function buttonLook({ tone = 'primary', size = 'md' }: Look = {}) {
  return `inline-flex items-center justify-center gap-2 rounded-full font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 aria-disabled:opacity-50 ${tones[tone]} ${sizes[size]}`
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/** While busy, it keeps its width and focus and ignores clicks. */
export function Button({
  tone,
  size,
  busy = false,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`relative ${buttonLook({ ...(tone && { tone }), ...(size && { size }) })} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {busy ? <span className="opacity-0">{children}</span> : children}
      {busy && <Spinner className="absolute" />}
    </button>
  )
}

export function ButtonLink({ tone, size, className = '', ...rest }: LinkProps & Look) {
  return (
    <Link
      viewTransition
      className={`${buttonLook({ ...(tone && { tone }), ...(size && { size }) })} ${className}`}
      {...rest}
    />
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string; children: ReactNode }

/** A button with an icon and an accessible label. */
export function IconButton({ label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={`inline-grid size-11 place-items-center rounded-full text-gray-600 transition-colors hover:bg-gray-100 hover:text-gray-900 disabled:opacity-50 aria-disabled:opacity-50 ${className}`}
      {...rest}
    />
  )
}
