import { Link } from './link.tsx'

type Props = { to: string; current: boolean; children: string }

/** One of several views, such as a filter; the current one is marked. */
export function PillLink({ to, current, children }: Props) {
  return (
    <Link
      to={to}
      viewTransition
      aria-current={current ? 'page' : undefined}
      className="inline-flex min-h-11 items-center rounded-full bg-gray-100 px-4 text-sm whitespace-nowrap hover:bg-gray-200 aria-[current]:bg-gray-900 aria-[current]:text-white pointer-fine:min-h-9"
    >
      {children}
    </Link>
  )
}
