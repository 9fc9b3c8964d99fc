import { useLoaderData } from 'react-router'
import { Banner } from '#site/ui/banner.tsx'

/** In the data of a page whose address names a place that is not in its list. */
export type InvalidCursor = { invalidCursor?: true }

/** Above a list that starts at its beginning although the address asked for a later part of it. */
export function InvalidCursorNotice() {
  const data = useLoaderData<InvalidCursor | null>()
  if (!data?.invalidCursor) return null
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-6">
      <Banner tone="warning">
        The link to this part of the list no longer works. This is the beginning of the list.
      </Banner>
    </div>
  )
}
