import { Link, type LinkProps } from 'react-router'

type Props = LinkProps & { quiet?: boolean }

/** A link in running text. `quiet` is for lists of links, where an underline on each would be noise. */
export function TextLink({ quiet = false, className = '', ...rest }: Props) {
  const look = quiet
    ? 'text-gray-600 hover:text-gray-900 hover:underline'
    : 'text-primary-700 underline decoration-primary-200 hover:decoration-primary-700'
  return <Link viewTransition className={`underline-offset-4 ${look} ${className}`} {...rest} />
}
