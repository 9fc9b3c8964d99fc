import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import { Banner } from '#site/ui/banner.tsx'

/** Set in the data of a page whose URL has an invalid cursor. */
type InvalidCursor = { invalidCursor?: true }

/** The page of a list with a notice above it when the cursor in the URL is invalid. */
export function withCursorNotice(Page: ComponentType) {
  return () => (
    <>
      <InvalidCursorNotice />
      <Page />
    </>
  )
}

function InvalidCursorNotice() {
  const data = useLoaderData<InvalidCursor | null>()
  if (!data?.invalidCursor) return null
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-6">
      <Banner tone="warning">This link no longer works. Showing the start of the list instead.</Banner>
    </div>
  )
}
