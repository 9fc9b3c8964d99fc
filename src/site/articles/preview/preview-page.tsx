import { type PropsWithChildren, useState } from 'react'
import { usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { DeviceFrame } from './device-frame.tsx'
import type { Audience } from './preview-parts.ts'
import { PreviewBar, type View } from './preview-bar.tsx'
import type { PreviewPageData } from './preview-data.ts'
import { PreviewStory } from './preview-story.tsx'
import { SearchResult } from './search-result.tsx'
import { SocialCard } from './social-card.tsx'
import { useNativeDevice } from './use-native-device.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** A draft on several devices, as a search result and as a social card. */
export default function PreviewPage() {
  const data = usePageData<() => Promise<PreviewPageData>>()
  if (!data) return <LinkExpired />
  if (data.bare)
    return (
      <div data-bare>
        <PreviewStory {...data} />
      </div>
    )
  return <PreviewViews data={data} />
}

function PreviewViews({ data }: { data: NonNullable<PreviewPageData> }) {
  const native = useNativeDevice()
  const [chosen, setChosen] = useState<View | null>(null)
  const [as, setAs] = useState<Audience>('member')
  const view = chosen ?? native
  const { preview } = data
  return (
    <>
      <PreviewBar preview={preview} view={view} onView={setChosen} as={data.membersText ? as : null} onAs={setAs} />
      {view !== native && <h1 className="sr-only">{preview.title || 'Untitled'}</h1>}
      {view === 'search' && (
        <Sheet>
          <SearchResult preview={preview} />
        </Sheet>
      )}
      {view === 'social' && (
        <Sheet>
          <SocialCard preview={preview} />
        </Sheet>
      )}
      {view === native && <PreviewStory {...data} as={as} />}
      {(view === 'desktop' || view === 'tablet' || view === 'phone') && view !== native && (
        <DeviceFrame key={view} device={view} preview={preview} linkKey={data.linkKey} as={as} />
      )}
    </>
  )
}

function Sheet({ children }: PropsWithChildren) {
  return <div className="mx-auto max-w-3xl px-5 py-10">{children}</div>
}

function LinkExpired() {
  return (
    <section className="mx-auto flex min-h-[50vh] max-w-xl flex-col justify-center px-5 py-16">
      <Icon name="link-2-off" size={32} className="text-gray-400" />
      <h1 className="mt-4 font-serif text-2xl font-semibold">This link has expired</h1>
      <p className="mt-4 text-md text-gray-600">
        The link has expired or was revoked. Ask the person who sent it to you for a new one. If the story has been
        published, you can find it on this site.
      </p>
      <div className="mt-8">
        <ButtonLink to="/latest" tone="quiet">
          Read the latest stories
        </ButtonLink>
      </div>
    </section>
  )
}
