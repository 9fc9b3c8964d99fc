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
      <p>
        A story that is read to its end is counted, once a day for each reader. For that your address and browser are
        mixed with a secret of the day into a number that leads back to nobody; the secret and the number are thrown
        away after two days. If your browser asks not to be followed (Do Not Track, Global Privacy Control), nothing is
        counted.
      </p>
      <p>
        Stories you open are kept in your own browser, so that you can read them again without a network. They go when
        you sign out or clear the site’s data.
      </p>
      <h2>When you have an account</h2>
      <ul>
        <li>We keep what you tell us: your name, your handle, your picture, what you write and what you save.</li>
        <li>One cookie keeps you signed in. Scripts cannot read it, and it ends when you sign out or after a month.</li>
        <li>
          We remember which stories you began and finished, to let you go on and to choose others for you. Nobody else
          sees that, and you can put any of them away.
        </li>
        <li>
          We mail you about what happens as you choose, and every such mail can be ended with one click. If you turn
          push on, your browser’s own push service carries it, sealed so that it cannot read it.
        </li>
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
