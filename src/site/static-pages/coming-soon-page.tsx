import { useMatches } from 'react-router'
import { rowOf } from '#site/head.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { comingSoonText } from './coming-soon-text.ts'

/** The page of a feature that is not built yet. */
export default function ComingSoonPage() {
  const row = rowOf(useMatches().at(-1)?.handle)
  return (
    <section className="mx-auto max-w-xl px-5 py-16 sm:py-24">
      <h1 className="font-serif text-2xl font-semibold text-balance">{row?.title}</h1>
      <p className="mt-4 text-md text-gray-600">{row && comingSoonText[row.path]}</p>
      <p className="mt-3 text-sm text-gray-600">Coming soon</p>
      <div className="mt-8">
        <ButtonLink to="/latest" tone="quiet">
          Read the latest stories
        </ButtonLink>
      </div>
    </section>
  )
}
