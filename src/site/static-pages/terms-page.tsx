import { type Head, type HeadArgs, useShell } from '#site/page.ts'
import { Prose } from './prose.tsx'

export function head({ site }: HeadArgs): Head {
  return { title: `Terms and conditions · ${site.name}`, description: `The agreement between you and ${site.name}.` }
}

export default function TermsPage() {
  const { site } = useShell()
  return (
    <Prose title="Terms and conditions" lead="The agreement between you and us, in plain language.">
      <h2>Your content</h2>
      <p>
        What you write belongs to you. By publishing it here you allow {site.name} to show it to readers, to keep
        backups, and to include it in lists, feeds and search results. When you take it down, we stop.
      </p>
      <h2>Other people’s content</h2>
      <p>Publish only what you wrote or may use. Quote fairly, name your sources, and disclose AI-generated text.</p>
      <h2>Conduct</h2>
      <ul>
        <li>Criticize ideas, not people.</li>
        <li>No threats, harassment or private details of other people.</li>
        <li>No advertising disguised as a story.</li>
      </ul>
      <p>Editors may remove content that breaks these rules and give a reason. You can ask for a second review.</p>
      <h2>No warranty</h2>
      <p>
        We run the site with care, but we can’t guarantee that it is always available or that everything on it is
        correct. You use what you read here at your own risk.
      </p>
      <h2>Changes</h2>
      <p>We announce important changes to these terms on the site before they apply.</p>
    </Prose>
  )
}
