import type { Head, HeadArgs } from '#site/page.ts'
import { useShell } from '#site/page.ts'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return {
    title: `Privacy policy · ${site.name}`,
    description: `What ${site.name} knows about you, and what it does not.`,
  }
}

export default function PrivacyPage() {
  const { site } = useShell()
  return (
    <Prose title="Privacy policy" lead="What we know about you, why, and for how long. It is not much.">
      <h2>When you read</h2>
      <p>
        {site.name} sets no cookies for visitors and loads nothing from other companies: fonts, icons and pictures come
        from this site itself. The server counts requests from an address for a minute, so that nobody can overwhelm it,
        and forgets the count afterwards.
      </p>
      <h2>When you have an account</h2>
      <ul>
        <li>We keep what you tell us: your name, your handle, your picture, and what you write.</li>
        <li>One cookie keeps you signed in. Scripts cannot read it, and it ends when you sign out or after a month.</li>
        <li>Drafts are yours. Editors see a story when you submit it.</li>
      </ul>
      <h2>What we never do</h2>
      <p>We do not sell or lend what we know, and we do not let others follow you across our pages.</p>
      <h2>Your rights</h2>
      <p>
        You may ask for everything we keep about you, have it corrected, take it elsewhere, or have it erased. Write to
        the site’s owner.
      </p>
    </Prose>
  )
}
