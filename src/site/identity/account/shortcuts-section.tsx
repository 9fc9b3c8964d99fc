import { ShortcutSwitch } from '#site/static-pages/shortcut-switch.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Section } from './section.tsx'

export function ShortcutsSection() {
  return (
    <Section
      id="shortcuts"
      title="Keyboard shortcuts"
      about={
        <>
          <TextLink to="/shortcuts">See all shortcuts</TextLink>.
        </>
      }
    >
      <ShortcutSwitch />
    </Section>
  )
}
