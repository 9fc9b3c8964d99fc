import type { Head, HeadArgs } from '#site/page.ts'
import { useShell } from '#site/page.ts'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return { title: `Terms and conditions · ${site.name}`, description: `The agreement between you and ${site.name}.` }
}

export default function TermsPage() {
  const { site } = useShell()
  return (
    <Prose title="Terms and conditions" lead="The agreement between you and us, in sentences one can read.">
      <h2>Your words</h2>
      <p>
        What you write belongs to you. By publishing it here you allow {site.name} to show it to readers, to keep copies
        so that it is not lost, and to describe it in lists, feeds and search results. When you take it down, we stop.
      </p>
      <h2>Other people’s words</h2>
      <p>
        Publish only what you wrote or may use. Quote fairly, name your sources, and say so when a machine wrote for
        you.
      </p>
      <h2>Conduct</h2>
      <ul>
        <li>Argue with what was said, not with who said it.</li>
        <li>No threats, no harassment, nobody’s private details.</li>
        <li>No advertising dressed up as a story.</li>
      </ul>
      <p>An editor may remove what breaks these rules, and says why. You may ask for a second look.</p>
      <h2>No promises we cannot keep</h2>
      <p>
        We look after the site with care, but we cannot promise that it is always there, or that everything on it is
        true. What you do with what you read here is up to you.
      </p>
      <h2>Changes</h2>
      <p>When these terms change in a way that matters, we say so on the site before they apply.</p>
    </Prose>
  )
}
