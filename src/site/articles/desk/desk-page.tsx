import { usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import type { deskData } from './desk-data.ts'
import { DeskList } from './desk-list.tsx'
import { EmptyDesk } from './empty-desk.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const tabs = ['draft', 'in-review', 'scheduled', 'published', 'trashed', 'removed'] as const

/** The viewer's own articles, by state. */
export default function DeskPage() {
  const page = usePageData<typeof deskData>()
  const { asked, first } = page
  return (
    <div className="py-8 sm:py-10">
      <div className="flex items-center justify-between gap-4 pb-4">
        <h1 className="font-serif text-2xl font-semibold tracking-tight">Your stories</h1>
        <div className="flex gap-2">
          <ButtonLink to="/articles/analytics" tone="quiet" className="max-sm:hidden">
            <Icon name="chart-no-axes-column" size={18} />
            Figures
          </ButtonLink>
          <ButtonLink to="/articles/new">
            <Icon name="square-pen" size={18} />
            Write
          </ButtonLink>
        </div>
      </div>
      <DeskList
        page={page}
        path="/articles"
        tabs={tabs}
        empty={<EmptyDesk path="/articles" asked={asked} first={first} usual="draft" />}
      />
    </div>
  )
}
