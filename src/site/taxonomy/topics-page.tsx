import type { AdminTopic } from '#contract/taxonomy/taxonomy.ts'
import { AdminList } from '#site/admin/list/admin-list.tsx'
import type { ListColumn, ListFilter } from '#site/admin/list/list-types.ts'
import { usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Link } from '#site/ui/link.tsx'
import type { topicsData } from './topics-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const columns: readonly ListColumn<AdminTopic>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    primary: true,
    cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi>,
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'category' ? 'Category' : 'Tag') },
  {
    id: 'followers',
    header: 'Followers',
    sort: 'followers',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ followers }) => followers.toLocaleString('en'),
  },
  {
    id: 'new',
    header: 'New in 30 days',
    numeric: true,
    cell: ({ newFollowers }) => (newFollowers > 0 ? `+${newFollowers.toLocaleString('en')}` : '0'),
  },
  {
    id: 'stories',
    header: 'Stories',
    sort: 'stories',
    firstOrder: 'descending',
    numeric: true,
    cell: ({ stories }) => stories.toLocaleString('en'),
  },
  {
    id: 'edit',
    header: 'Edit',
    cell: ({ kind, name }) => (
      <Link
        to={kind === 'category' ? '/admin/category' : `/admin/tags?q=${encodeURIComponent(name)}`}
        aria-label={`Edit ${name}`}
        className="underline underline-offset-4"
      >
        Edit
      </Link>
    ),
  },
]

const filters: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'category', label: 'Categories' },
      { value: 'tag', label: 'Tags' },
    ],
  },
]

export default function TopicsPage() {
  const { items, next, query } = usePageData<typeof topicsData>()
  return (
    <AdminList
      title="Topics people follow"
      path="/admin/topics"
      noun={['topic', 'topics']}
      rows={items}
      next={next}
      query={query}
      usualSort="-followers"
      columns={columns}
      filters={filters}
      searchLabel="Search topics"
      rowId={rowId}
      rowLabel={rowLabel}
      rowUrl={rowUrl}
      csv="/api/admin/topics.csv"
      empty={
        <EmptyState
          icon="compass"
          title="No topics are followed yet"
          action={<ButtonLink to="/admin/category">Edit categories</ButtonLink>}
        >
          Categories and tags appear here as soon as people follow them.
        </EmptyState>
      }
    />
  )
}

const rowId = ({ kind, id }: AdminTopic) => `${kind}-${id}`
const rowLabel = ({ name }: AdminTopic) => name
const rowUrl = ({ kind, slug }: AdminTopic) => `/${kind}/${encodeURIComponent(slug)}`
