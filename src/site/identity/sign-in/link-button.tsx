import type { ComponentProps } from 'react'

/** A button that looks like a link. */
export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`text-primary-700 underline decoration-primary-200 underline-offset-4 hover:decoration-primary-700 ${className}`}
      {...rest}
    />
  )
}
