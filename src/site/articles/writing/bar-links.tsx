import { useNavigate } from 'react-router'
import { buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { useWriting } from './writing-context.ts'

export function BackLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      viewTransition
      aria-label={name}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full text-sm text-gray-600 hover:bg-gray-100 md:px-3"
    >
      <Icon name="arrow-left" size={18} className="rtl:-scale-x-100" />
      <span className="max-md:hidden">{name}</span>
    </Link>
  )
}

/** The preview shows what the server has, so unsaved changes are saved first. */
export function useOpenPreview() {
  const { engine } = useWriting()
  const navigate = useNavigate()
  return async (to: string) => {
    await engine?.flush()
    await navigate(to, { viewTransition: true })
  }
}

export function PreviewLink({ to }: { to: string }) {
  const openPreview = useOpenPreview()
  return (
    <Link
      to={to}
      className={`max-md:hidden ${buttonLook({ tone: 'plain', size: 'sm' })}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void openPreview(to)
      }}
    >
      Preview
    </Link>
  )
}
