import { useShell } from '#site/page.ts'
import type { HomeSidebar, ReaderHomeData } from './home-data.ts'
import { Icon } from '#site/ui/icon.tsx'
import { TopicChooser } from './topic-chooser.tsx'
import { ContinueReading } from './continue-reading.tsx'
import { SuggestedCreators } from './suggested-creators.tsx'
import { FollowingList, ForYouList, isFollowingNothing } from './reader-lists.tsx'
import { ReaderTabs } from './reader-tabs.tsx'
import { CategoryList } from './category-list.tsx'
import { Trending } from './trending.tsx'
import { ForYouPreferences } from './for-you-preferences.tsx'

export function ReaderHome({ data }: { data: ReaderHomeData }) {
  const { site } = useShell()
  const { sidebar } = data
  // The empty list already suggests people to follow.
  const listSuggestsCreators = sidebar !== null && data.tab === 'following' && isFollowingNothing(data.page, sidebar)
  return (
    <div className="mx-auto max-w-page px-5">
      <h1 className="sr-only">{site.name}</h1>
      {sidebar && <ContinueReading readings={sidebar.readings} />}
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <ReaderTabs current={data.tab} />
          {data.tab === 'following' ? (
            <FollowingList page={data.page} sidebar={sidebar} />
          ) : (
            <>
              {sidebar && <ForYouPreferences weights={sidebar.weights} />}
              {sidebar && !sidebar.weights.newest && sidebar.topics.mine.length === 0 && (
                <ChooseTopics topics={sidebar.topics} />
              )}
              <ForYouList page={data.page} sidebar={sidebar} />
            </>
          )}
        </div>
        <aside aria-label="More to read" className="grid content-start gap-12 lg:pt-4">
          {sidebar && <Trending stories={sidebar.trending} />}
          <CategoryList categories={site.categories} />
          {sidebar && !listSuggestsCreators && <SuggestedCreators people={sidebar.creators} />}
        </aside>
      </div>
    </div>
  )
}

function ChooseTopics({ topics }: Pick<HomeSidebar, 'topics'>) {
  return (
    <details className="group mt-6 rounded-lg bg-gray-50 px-5 py-4" open>
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
        What do you like to read about?
        <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
      </summary>
      <p className="mb-4 text-sm text-gray-600">Follow a few topics to personalize this page.</p>
      <TopicChooser {...topics} tags={topics.tags.slice(0, 6)} />
    </details>
  )
}
