import { useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'

/** What this place is, for whoever is new to it. */
export function Welcome() {
  const { site } = useShell()
  return (
    <section className="border-b border-gray-200 py-12 sm:py-16">
      <h1 className="max-w-3xl font-serif text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {site.tagline || site.name}
      </h1>
      <p className="mt-4 max-w-xl text-md text-gray-600">
        Stories by people who know their subject and take the time to say it well. Read freely; write when you are
        ready.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink to="/latest">Start reading</ButtonLink>
        <ButtonLink to="/auth/newsignup" tone="quiet">
          Write with us
        </ButtonLink>
      </div>
    </section>
  )
}
