import { type Head, type HeadArgs, useShell } from '#site/page.ts'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return {
    title: `Privacy policy · ${site.name}`,
    description: `What ${site.name} stores about you, and why.`,
  }
}

export default function PrivacyPage() {
  const { site } = useShell()
  return (
    <Prose title="Privacy policy" lead="What we store about you, why, and for how long.">
      <h2>When you read</h2>
      <p>
        {site.name} sets no cookies for visitors and loads nothing from other companies: fonts, icons and images come
        from this site. To prevent abuse, the server counts requests per IP address and deletes the count after a
        minute.
      </p>
      <p>
        We count each story that is read to the end, once a day per reader. Your IP address and browser are combined
        with a secret that changes daily into a number that can’t be traced back to you. The secret and the number are
        deleted after two days. If your browser sends Do Not Track or Global Privacy Control, we count nothing.
      </p>
      <p>
        Stories you open are stored in your browser so that you can read them offline. They are deleted when you sign
        out or clear the site’s data.
      </p>
      <h2>When you have an account</h2>
      <ul>
        <li>We store what you give us: your name, handle, picture, what you write and what you save.</li>
        <li>One cookie keeps you signed in. Scripts can’t read it, and it ends when you sign out or after a month.</li>
        <li>
          We store which stories you started and finished, so that you can continue reading and get recommendations.
          Only you can see this, and you can remove any entry.
        </li>
        <li>
          We email you about activity as you choose, and you can unsubscribe from each kind of email with one click. If
          you turn on push notifications, your browser’s push service delivers them encrypted.
        </li>
        <li>Your drafts are private. Editors see a story when you submit it.</li>
      </ul>
      <h2>What we never do</h2>
      <p>We don’t sell or share your data, and we don’t let others track you on our pages.</p>
      <h2>Your rights</h2>
      <p>
        You can ask for a copy of your data, and have it corrected, exported or deleted. Write to the owner of this
        site.
      </p>
    </Prose>
  )
}
