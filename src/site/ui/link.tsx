import { Link, type LinkProps } from 'react-router'

type Props = LinkProps & { quiet?: boolean }

/** A text link. `quiet` has no underline, for lists of links. */
export function TextLink({ quiet = false, className = '', ...rest }: Props) {
  const look = quiet
    ? 'text-gray-600 hover:text-gray-900 hover:underline'
    : 'text-primary-700 underline decoration-primary-200 hover:decoration-primary-700'
  return <Link viewTransition className={`underline-offset-4 ${look} ${className}`} {...rest} />
}
