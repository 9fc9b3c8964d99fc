import { useShell } from '#site/page.ts'
import type { AroundList, ReaderHomeData } from './home-data.ts'
import { Icon } from '#site/ui/icon.tsx'
import { TopicChooser } from './topic-chooser.tsx'
import { ContinueReading } from './continue-reading.tsx'
import { CreatorsToRead } from './creators-to-read.tsx'
import { FollowingList, ForYouList, followsNothing } from './reader-lists.tsx'
import { ReaderTabs } from './reader-tabs.tsx'
import { Shelves } from './shelves.tsx'
import { Trending } from './trending.tsx'
import { Tune } from './tune.tsx'

/** The front page of somebody who is signed in: what they began, what is for them, what they follow. */
export function ReaderHome({ data }: { data: ReaderHomeData }) {
  const { site } = useShell()
  const { around } = data
  // The list itself offers people to follow then.
  const offered = around !== null && data.tab === 'following' && followsNothing(data.page, around)
  return (
    <div className="mx-auto max-w-page px-5">
      <h1 className="sr-only">{site.name}</h1>
      {around && <ContinueReading readings={around.readings} />}
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <ReaderTabs current={data.tab} />
          {data.tab === 'following' ? (
            <FollowingList page={data.page} around={around} />
          ) : (
            <>
              {around && <Tune weights={around.weights} />}
              {around && !around.weights.newest && around.topics.mine.length === 0 && (
                <Invitation topics={around.topics} />
              )}
              <ForYouList page={data.page} around={around} />
            </>
          )}
        </div>
        <aside aria-label="Where to go on" className="grid content-start gap-12 lg:pt-4">
          {around && <Trending stories={around.trending} />}
          <Shelves categories={site.categories} />
          {around && !offered && <CreatorsToRead people={around.creators} />}
        </aside>
      </div>
    </div>
  )
}

function Invitation({ topics }: Pick<AroundList, 'topics'>) {
  return (
    <details className="group mt-6 rounded-lg bg-gray-50 px-5 py-4" open>
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
        What do you like to read about?
        <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
      </summary>
      <p className="mb-4 text-sm text-gray-600">Follow a few topics, and this page becomes yours.</p>
      <TopicChooser {...topics} tags={topics.tags.slice(0, 6)} />
    </details>
  )
}
