import { useMemo } from 'react'
import type { AdminArticle } from '#contract/articles/admin-articles.ts'
import type { ArticleState } from '#contract/articles/articles.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import { listUrl } from '#site/admin/list/list-address.ts'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { usePageData, useApi, useShell } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Link } from '#site/ui/link.tsx'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Time } from '#site/ui/time.tsx'
import { AbsoluteTime } from './absolute-time.tsx'
import { bulkActions } from './all-articles-actions.tsx'
import type { allArticlesData } from './all-articles-data.ts'
import { stateLabels, titleOf } from '#site/stories/article-labels.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const PATH = '/admin/articles'
const KEPT = ['state'] as const

type Tab = ArticleState | 'all'
const tabs: readonly Tab[] = ['in-review', 'draft', 'scheduled', 'published', 'removed', 'trashed', 'all']

const columns: readonly ListColumn<AdminArticle>[] = [
  { id: 'title', header: 'Title', primary: true, sort: 'title', cell: (row) => <TitleCell row={row} /> },
  { id: 'state', header: 'State', cell: (row) => <StateCell row={row} /> },
  { id: 'author', header: 'Author', cell: ({ author }) => <bdi>{author.name}</bdi> },
  { id: 'category', header: 'Category', cell: ({ category }) => (category ? <bdi>{category.name}</bdi> : '–') },
  { id: 'reviewer', header: 'Reviewer', cell: (row) => <ReviewerCell row={row} /> },
  {
    id: 'submitted',
    header: 'Submitted',
    sort: 'submitted',
    cell: ({ waitingSince }) => (waitingSince ? <Time at={waitingSince} /> : '–'),
  },
  {
    id: 'saved',
    header: 'Last edited',
    sort: 'saved',
    firstOrder: 'descending',
    cell: ({ savedAt }) => <Time at={savedAt} />,
  },
  {
    id: 'published',
    header: 'Published',
    sort: 'published',
    firstOrder: 'descending',
    cell: (row) => <PublishedCell row={row} />,
  },
  {
    id: 'words',
    header: 'Words',
    sort: 'words',
    firstOrder: 'descending',
    numeric: true,
    hiddenByDefault: true,
    cell: ({ words }) => words.toLocaleString('en'),
  },
]

const rowId = ({ id }: AdminArticle) => id
const rowLabel = (row: AdminArticle) => titleOf(row)
const rowUrl = ({ id }: AdminArticle) => `/admin/articles/preview/${id}`

/** Articles of all authors. Opens on the review queue, the oldest submission first. */
export default function AllArticlesPage() {
  const { items, next, query, state, reviewers } = usePageData<typeof allArticlesData>()
  const { site, viewer } = useShell()
  const api = useApi()
  const me = viewer?.id ?? ''
  const actions = useMemo(() => bulkActions(api, me, reviewers), [api, me, reviewers])
  const filters = useMemo(
    () =>
      filtersOf(
        site.categories,
        reviewers.filter(({ id }) => id !== me),
      ),
    [site.categories, reviewers, me],
  )
  const isQueue = state === 'in-review' || Boolean(query['reviewer'])
  return (
    <AdminList
      title="Articles"
      path={PATH}
      noun={['story', 'stories']}
      rows={items}
      next={next}
      query={query}
      usualSort={isQueue ? 'submitted' : '-saved'}
      columns={columns}
      filters={filters}
      keep={KEPT}
      actions={actions}
      searchLabel="Search titles"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/articles.csv"
      empty={<EmptyTab state={state} />}
    >
      <StateTabs current={state} query={query} />
    </AdminList>
  )
}

type Named = { slug: string; name: string }

function filtersOf(categories: readonly Named[], reviewers: readonly { handle: string; name: string }[]) {
  const filters: readonly ListFilter[] = [
    { kind: 'person', name: 'author', label: 'Author' },
    {
      kind: 'choice',
      name: 'category',
      label: 'Category',
      options: categories.map(({ slug, name }) => ({ value: slug, label: name })),
    },
    {
      kind: 'choice',
      name: 'reviewer',
      label: 'Reviewer',
      options: [
        { value: 'me', label: 'Assigned to me' },
        { value: 'none', label: 'Unassigned' },
        ...reviewers.map(({ handle, name }) => ({ value: handle, label: name })),
      ],
    },
  ]
  return filters
}

/** A link for each state, which keeps the search. */
function StateTabs({ current, query }: { current: Tab; query: Readonly<Record<string, string>> }) {
  const { sort: _sort, ...kept } = query
  return (
    <nav
      aria-label="By state"
      className="relative mt-2 overflow-x-auto border-b border-gray-200 max-sm:-mx-5 max-sm:px-5"
    >
      <ul className="flex gap-6">
        {tabs.map((state) => (
          <li key={state}>
            <Link
              to={listUrl(PATH, kept, { state: state === 'in-review' ? null : state })}
              aria-current={current === state ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 aria-[current]:border-primary-700 aria-[current]:font-medium aria-[current]:text-gray-900"
            >
              {state === 'all' ? 'All' : stateLabels[state].tab}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TitleCell({ row }: { row: AdminArticle }) {
  return (
    <span
      {...inLanguage(row.language)}
      dir="auto"
      className={`font-serif text-base wrap-anywhere ${row.title.trim() ? '' : 'italic'}`}
    >
      {titleOf(row)}
    </span>
  )
}

function StateCell({ row: { state, updateAsked, changed, featured } }: { row: AdminArticle }) {
  const { name, tone } = stateLabels[state]
  return (
    <span className="flex flex-wrap gap-1 whitespace-nowrap">
      <Badge tone={tone}>{name}</Badge>
      {updateAsked && state === 'published' && <Badge tone="warning">Changes in review</Badge>}
      {changed && !updateAsked && state === 'published' && <Badge>Unpublished changes</Badge>}
      {featured && <Badge tone="primary">Featured</Badge>}
    </span>
  )
}

function ReviewerCell({ row: { reviewer, waitingSince } }: { row: AdminArticle }) {
  if (reviewer) return <bdi>{reviewer.name}</bdi>
  return waitingSince ? <span className="text-gray-600">Unassigned</span> : '–'
}

function PublishedCell({ row: { publishedAt, scheduledFor } }: { row: AdminArticle }) {
  if (scheduledFor) return <AbsoluteTime at={scheduledFor} />
  return publishedAt ? <Time at={publishedAt} /> : '–'
}

const emptyTexts: Record<Tab, { icon: string; title: string; text: string }> = {
  'in-review': {
    icon: 'circle-check',
    title: 'Nothing to review',
    text: 'All submitted stories have been reviewed. New submissions appear here.',
  },
  'draft': { icon: 'square-pen', title: 'No drafts', text: 'Drafts by all authors appear here.' },
  'scheduled': {
    icon: 'calendar-clock',
    title: 'Nothing scheduled',
    text: 'Stories that are approved for a later time appear here.',
  },
  'published': { icon: 'book-open', title: 'Nothing published yet', text: 'Published stories appear here.' },
  'removed': { icon: 'circle-check', title: 'Nothing removed', text: 'Stories that an editor removes appear here.' },
  'trashed': { icon: 'trash-2', title: 'Trash is empty', text: 'Stories moved to trash stay here for 30 days.' },
  'all': { icon: 'file-text', title: 'No stories yet', text: 'Stories of all authors appear here.' },
}

function EmptyTab({ state }: { state: Tab }) {
  const { icon, title, text } = emptyTexts[state]
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  )
}
