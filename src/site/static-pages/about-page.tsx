import { type Head, type HeadArgs, useShell } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return { title: `About · ${site.name}`, description: `What ${site.name} is, and how to take part.` }
}

export default function AboutPage() {
  const { site } = useShell()
  return (
    <Prose title={`About ${site.name}`} lead="A place to publish and read stories, run by its own community.">
      <p>
        {site.name} is for writing that takes its time: essays, reports, memoirs, and explanations of one thing at a
        time. No ads, and no tracking across other sites.
      </p>
      <h2>Reading</h2>
      <p>
        You can read every public story without an account. Start with{' '}
        <TextLink to="/latest">the latest stories</TextLink>, browse the categories, or see{' '}
        <TextLink to="/creators">who writes here</TextLink>. Pages are light, work without JavaScript, and print well.
      </p>
      <h2>Writing</h2>
      <p>
        Anyone with an account can write. An editor reviews your first stories; after that, you publish on your own.
        What you write stays yours.
      </p>
      <h2>Software</h2>
      <p>
        This site runs on Bramble, open-source software that starts with one command.{' '}
        <TextLink to="/developers">Developers</TextLink> can read every public story through an API.
      </p>
    </Prose>
  )
}
