import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

/** For whoever follows a link whose time is over. */
export function LinkEnded() {
  return (
    <section className="mx-auto flex min-h-[50vh] max-w-xl flex-col justify-center px-5 py-16">
      <Icon name="link-2-off" size={32} className="text-gray-400" />
      <h1 className="mt-4 font-serif text-2xl font-semibold">This link has ended</h1>
      <p className="mt-4 text-md text-gray-600">
        It has expired, or whoever made it took it back. Ask the person who sent it to you for a new one. If the story
        is published by now, everybody can read it.
      </p>
      <div className="mt-8">
        <ButtonLink to="/latest" tone="quiet">
          Read the latest stories
        </ButtonLink>
      </div>
    </section>
  )
}
