import { type PropsWithChildren, useState } from 'react'
import { usePageData } from '#site/page.ts'
import { DeviceFrame } from './device-frame.tsx'
import type { Audience } from './parts.ts'
import { PreviewBar, type View } from './preview-bar.tsx'
import type { PreviewPageData } from './preview-data.ts'
import { PreviewStory } from './preview-story.tsx'
import { LinkEnded } from './link-ended.tsx'
import { SearchResult } from './search-result.tsx'
import { SocialCard } from './social-card.tsx'
import { useNativeDevice } from './use-native-device.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

/** A story before it is published, in every shape in which somebody may meet it. */
export default function PreviewPage() {
  const data = usePageData<() => Promise<PreviewPageData>>()
  if (!data) return <LinkEnded />
  if (data.bare)
    return (
      <div data-bare>
        <PreviewStory {...data} />
      </div>
    )
  return <Shapes data={data} />
}

function Shapes({ data }: { data: NonNullable<PreviewPageData> }) {
  const native = useNativeDevice()
  const [chosen, setChosen] = useState<View | null>(null)
  const [as, setAs] = useState<Audience>('member')
  const view = chosen ?? native
  const { preview } = data
  return (
    <>
      <PreviewBar preview={preview} view={view} onView={setChosen} as={data.members ? as : null} onAs={setAs} />
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
