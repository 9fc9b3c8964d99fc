import type { Head, HeadArgs } from '#site/page.ts'
import { useShell } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return { title: `About · ${site.name}`, description: `What ${site.name} is, and how to take part.` }
}

export default function AboutPage() {
  const { site } = useShell()
  return (
    <Prose
      title={`About ${site.name}`}
      lead="A place to publish and read stories, run by the people whose name is on the door."
    >
      <p>
        {site.name} is for writing that takes its time: essays, reports, recipes that are really memoirs, explanations
        of one thing at a time. There is no feed that watches you and no number at the top of the page that wants to go
        up.
      </p>
      <h2>Reading</h2>
      <p>
        Everything that is public can be read without an account. Start with{' '}
        <TextLink to="/latest">the latest stories</TextLink>, wander along the shelves, or see{' '}
        <TextLink to="/creators">who writes here</TextLink>. Pages are light, work without scripts, and print like an
        essay.
      </p>
      <h2>Writing</h2>
      <p>
        Anybody with an account may write. A first story is read by an editor before it appears; after a few, you
        publish yourself. What you write stays yours: you can take it with you at any time, in a form that other
        software reads.
      </p>
      <h2>The machine room</h2>
      <p>
        The site runs on Bramble, open software that one command starts.{' '}
        <TextLink to="/developers">Developers</TextLink> can read everything here through an API.
      </p>
    </Prose>
  )
}
