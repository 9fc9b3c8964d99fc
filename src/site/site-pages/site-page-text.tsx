import '#site/reading/story.css'
import { sitePages } from '#contract/site-pages/names.ts'
import type { SitePage } from '#contract/site-pages/site-pages.ts'
import { embedPlayer } from '#site/reading/play-embed.ts'
import { dateInUtc } from '#site/ui/ago.ts'

/** A page as readers see it. */
export function SitePageText({ page, id }: { page: SitePage; id?: string }) {
  const { title, subtitle, html, changedAt } = page
  return (
    <article className="mx-auto max-w-reading px-5 pt-12 sm:pt-16">
      <h1 dir="auto" className="font-serif text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl">
        {title}
      </h1>
      {subtitle && (
        <p dir="auto" className="mt-4 text-lg leading-normal text-pretty wrap-anywhere text-gray-600">
          {subtitle}
        </p>
      )}
      {changedAt && sitePages[page.page].showsDate && (
        <p className="mt-4 text-sm text-gray-600">
          Last changed on <time dateTime={changedAt}>{dateInUtc(new Date(changedAt))}</time>
        </p>
      )}
      <div
        {...(id && { id })}
        className="story mt-10"
        {...embedPlayer}
        // Rendered and escaped by the server; see documents/render.ts.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </article>
  )
}
