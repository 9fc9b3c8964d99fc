import { sitePages, withSiteName } from '#contract/site-pages/names.ts'
import type { SitePageCard } from '#contract/site-pages/site-pages.ts'
import { usePageData, useShell } from '#site/page.ts'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import type { pagesData } from './pages-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function PagesPage() {
  const { pages } = usePageData<typeof pagesData>()
  return (
    <SettingsFrame
      title="Pages"
      lead="Edit the pages about your site. Changes are saved as a draft until you publish them."
    >
      <ul>
        {pages.map((page) => (
          <PageRow key={page.page} page={page} />
        ))}
      </ul>
    </SettingsFrame>
  )
}

function PageRow({ page: { page, title, published, draft } }: { page: SitePageCard }) {
  const { name, path } = sitePages[page]
  const { site } = useShell()
  const shownTitle = withSiteName(title, site.name)
  return (
    <li className="grid grid-cols-1 gap-1.5 border-t border-gray-200 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-medium wrap-anywhere">
          <Link
            to={`/admin/settings/pages/${page}`}
            viewTransition
            className="text-gray-900 underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        </h2>
        <span className="flex flex-wrap gap-2">
          {draft && <Badge tone="warning">Unpublished changes</Badge>}
          <Badge tone={published ? 'primary' : 'neutral'}>{published ? 'Published' : 'Default text'}</Badge>
        </span>
      </div>
      {shownTitle !== name && (
        <p dir="auto" className="wrap-anywhere text-gray-700">
          {shownTitle}
        </p>
      )}
      {(published ?? draft) && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-gray-600">
          {published && <Change label="Published" at={published.at} by={published.by} />}
          {draft && <Change label="Draft saved" at={draft.savedAt} by={draft.savedBy} />}
        </dl>
      )}
      {!published && !draft && <p className="text-sm text-gray-600">Not changed yet.</p>}
      <p className="flex flex-wrap gap-x-5 text-sm">
        <RowLink to={`/admin/settings/pages/${page}`} name={name}>
          Edit
        </RowLink>
        <RowLink to={path} name={name}>
          View
        </RowLink>
      </p>
    </li>
  )
}

type ChangeProps = { label: string; at: string; by: { name: string; handle: string } | null }

function Change({ label, at, by }: ChangeProps) {
  return (
    <div>
      <dt className="inline">{label} </dt>
      <dd className="inline">
        <Time at={at} />
        {by && (
          <>
            {' by '}
            <bdi>{by.name}</bdi>
          </>
        )}
      </dd>
    </div>
  )
}

function RowLink({ to, name, children }: { to: string; name: string; children: string }) {
  return (
    <Link
      to={to}
      viewTransition
      className="inline-flex min-h-11 items-center text-primary-800 underline underline-offset-4 pointer-fine:min-h-8"
    >
      {children} <span className="sr-only">{name}</span>
    </Link>
  )
}
